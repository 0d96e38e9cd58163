"""The seven counts of the first generation from hybrids."""
