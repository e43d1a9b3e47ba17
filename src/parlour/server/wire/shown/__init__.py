"""What is shown of tables and matches, as typed dictionaries: each is sent as it stands here."""
