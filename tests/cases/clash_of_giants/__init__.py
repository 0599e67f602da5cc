"""Clash of Giants: the case book."""
