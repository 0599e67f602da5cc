"""Clash of Giants: the rulebook, a chapter a file."""
