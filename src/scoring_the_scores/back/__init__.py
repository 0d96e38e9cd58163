"""Rooms of the reference pages."""
