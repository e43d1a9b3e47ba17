"""Where doors, tables and store meet: nothing is told before it is durable."""
