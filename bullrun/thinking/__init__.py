"""What games say to bots: plans, the outlook, weights."""
