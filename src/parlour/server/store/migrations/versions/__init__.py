"""A file a schema, numbered as `about.schema` numbers them. What is there already is left as it is."""
