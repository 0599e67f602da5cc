"""The rules of The Day Was Ours, a file for each chapter."""
