"""`python -m plancia_cli`."""

from plancia_cli.main import main

if __name__ == "__main__":
    main()
