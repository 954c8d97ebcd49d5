"""`python -m plancia`: the command line."""

from plancia_cli.main import main

if __name__ == "__main__":
    main()
