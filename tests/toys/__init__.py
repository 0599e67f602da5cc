"""Small games made for the tests."""
