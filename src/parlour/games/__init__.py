"""The games, one folder each. The folders are found by listing this package."""
