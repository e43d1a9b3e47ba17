"""A table as it is thought: rules, people, clocks and the messages. No I/O here, and no clock but the `now` it is given."""
