"""Rules of garrisons: what must stay behind, and how many armies may stand."""
