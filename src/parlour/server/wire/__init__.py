"""The messages of the protocol (docs/protocol.md): what goes in, what comes out, and the reading of it. No I/O."""
