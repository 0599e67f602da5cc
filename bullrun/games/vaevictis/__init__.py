"""What the zone games of one author print alike: Bull Run 1861 and Secession 1862 build on this."""
