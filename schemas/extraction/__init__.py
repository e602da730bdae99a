"""What `extract.py` reads out of an installed helia-profiler, by kind."""
