"""The course, as teachers and students meet it."""
