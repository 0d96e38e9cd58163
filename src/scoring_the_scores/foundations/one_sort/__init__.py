"""The room of the chapter "One sort, every metric"."""
