"""Small faults in the rules, and whether the tests notice: `python -m tests.mutants`."""
