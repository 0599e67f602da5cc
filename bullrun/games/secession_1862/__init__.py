"""Second Bull Run 1862 (Secession, VaeVictis 148)."""
