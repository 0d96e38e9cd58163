"""The room of the chapter "How much can a benchmark of forty tell?"."""
