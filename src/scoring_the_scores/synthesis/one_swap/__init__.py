"""What one swap is worth."""
