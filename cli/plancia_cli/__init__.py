"""The command line: thin skins over the rooms. May import every room but the API, which only `serving` starts."""
