"""Any two of three wishes."""
