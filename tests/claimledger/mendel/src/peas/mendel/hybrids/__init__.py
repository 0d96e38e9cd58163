"""How many of the plants with the dominant character are hybrids."""
