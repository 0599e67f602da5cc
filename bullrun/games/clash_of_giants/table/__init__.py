"""Clash of Giants: what players see."""
