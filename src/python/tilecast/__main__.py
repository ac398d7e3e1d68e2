"""`python -m tilecast …`: the command line; `python -m tilecast install` installs what it needs from npm, ahead of the first use."""

import subprocess
import sys

from ._errors import TilecastError
from ._program import find_command, find_main


def main():
    try:
        if sys.argv[1:] == ["install"]:
            print(find_main().parents[2])
            return 0
        return subprocess.call([*find_command(), *sys.argv[1:]])
    except TilecastError as error:
        print(f"tilecast: {error}", file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
