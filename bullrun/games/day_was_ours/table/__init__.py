"""What players of The Day Was Ours see."""
