"""KESKIFÈ?: everybody mimes the same action but the monkey, who copies and hopes to pass."""
