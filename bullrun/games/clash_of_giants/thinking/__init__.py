"""Clash of Giants: what bots know."""
