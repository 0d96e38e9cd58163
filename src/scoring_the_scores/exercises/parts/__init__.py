"""The exercises: for each part a file of what is asked, and a folder of checkers, a module for each chapter."""
