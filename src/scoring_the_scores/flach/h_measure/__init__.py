"""The room of the chapter "The H measure: when only the best threshold counts"."""
