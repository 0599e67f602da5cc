"""Play in the browser: an ASGI application over matches. It knows no rule and no game by name."""
