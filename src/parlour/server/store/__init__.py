"""Where it becomes durable."""
