"""The `bullrun` command."""
