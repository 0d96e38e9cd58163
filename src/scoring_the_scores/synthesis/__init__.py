"""Five papers, one theory: statements of our own, proved and checked like those of the papers."""
