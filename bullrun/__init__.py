"""The Bull Run board wargames: rules, engine, umpire and art."""

__version__ = "0.1.0"
