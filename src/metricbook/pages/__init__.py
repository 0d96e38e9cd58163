"""What only the book's pages need."""
