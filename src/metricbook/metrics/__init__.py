"""Metrics and what they are read off: for anybody, and no paper is known here."""
