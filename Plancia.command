#!/bin/sh
# Opens the archive of the club in the browser. Needs Python 3.11 or newer.
cd "$(dirname "$0")" && exec python3 run.py open "$@"
