"""The room of the chapter "Who is best where"."""
