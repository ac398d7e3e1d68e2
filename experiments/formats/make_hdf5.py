"""Makes small HDF5 files as MINC, Imaris, MATLAB and others lay them out, with h5py 3, and tells what is in them. The values and
matrices of MINC are those that NiBabel 5 reads. Writes test/files/volumes/hdf5/foreign-hdf5.json."""
import base64
import io
import json
from pathlib import Path

import h5py
import nibabel
import numpy as np

OUT = Path(__file__).parents[2] / "test/files/volumes/hdf5/foreign-hdf5.json"
SHAPE = (4, 5, 6)  # k, j, i
RAMP = (np.arange(np.prod(SHAPE)) * 7 % 251).reshape(SHAPE)


def build(fill, userblock=b""):
    target = io.BytesIO()
    size = 512 if userblock else 0
    with h5py.File(target, "w", userblock_size=size) as file:
        fill(file)
    content = bytearray(target.getvalue())
    content[: len(userblock)] = userblock
    return bytes(content)


def letters(text):
    return np.frombuffer(text.encode(), "S1")


def arrays(file):
    volume = file.create_dataset(
        "exported/data", data=RAMP.astype("f4") / 4, chunks=(2, 3, 4), compression="gzip", shuffle=True, fletcher32=True
    )
    volume.attrs["element_size_um"] = [2.0, 0.5, 0.25]
    file["small"] = RAMP[:2].astype(">i2")
    file["wide"] = RAMP[:2].astype("i8")
    file["times"] = np.stack([RAMP[:1], RAMP[:1] + 1]).astype("u1")
    file["list"] = np.arange(4)


def packed(file):
    file.create_dataset("v", data=RAMP.astype("u1"), chunks=(2, 3, 4), compression="lzf")


def imaris(file):
    image = file.create_group("DataSetInfo/Image")
    extents = {"ExtMin0": "10", "ExtMax0": "13", "ExtMin1": "-4", "ExtMax1": "1", "ExtMin2": "0", "ExtMax2": "8"}
    for name, value in {**extents, "X": "6", "Y": "5", "Z": "4", "Unit": "um"}.items():
        image.attrs[name] = letters(value)
    for time in range(2):
        for channel in range(2):
            group = file.create_group(f"DataSet/ResolutionLevel 0/TimePoint {time}/Channel {channel}")
            for name, size in zip(("ImageSizeX", "ImageSizeY", "ImageSizeZ"), SHAPE[::-1]):
                group.attrs[name] = letters(str(size))
            block = np.full((4, 8, 8), 255, "u1")
            block[:, :5, :6] = RAMP % 200 + time + 2 * channel
            group.create_dataset("Data", data=block, chunks=(4, 8, 8), compression="gzip")


COSINES = {"xspace": [0.8, 0.6, 0.0], "yspace": [-0.6, 0.8, 0.0], "zspace": [0.0, 0.0, 1.0]}


def minc(file):
    order = ["time", "zspace", "xspace", "yspace"]
    shape = (2, 4, 5, 6)
    dimensions = file.create_group("minc-2.0/dimensions")
    for name, size, start, step in zip(order, shape, (0, -30, 12, 5), (2, 3, -1.5, 2)):
        dimension = dimensions.create_dataset(name, data=0)
        for key, value in {"start": float(start), "step": float(step), "length": size}.items():
            dimension.attrs[key] = value
        dimension.attrs["spacing"] = np.bytes_(b"regular__")
        if name in COSINES:
            dimension.attrs["direction_cosines"] = COSINES[name]
    folder = file.create_group("minc-2.0/image/0")
    stored = (np.arange(np.prod(shape)) * 131 % 4096).reshape(shape).astype("u2")
    image = folder.create_dataset("image", data=stored, chunks=(1, 2, 3, 4), compression="gzip")
    image.attrs["dimorder"] = np.bytes_(",".join(order).encode())
    image.attrs["valid_range"] = [0.0, 4095.0]
    slices = np.arange(8.0).reshape(2, 4)
    folder.create_dataset("image-max", data=100 + slices).attrs["dimorder"] = np.bytes_(b"time,zspace")
    folder.create_dataset("image-min", data=-10 - slices).attrs["dimorder"] = np.bytes_(b"time,zspace")


def entry(name, file_name, content, values, columns, origin, *, anatomical=False, tolerance=0.0, **options):
    """values as [k, j, i]"""
    return {
        "name": name,
        "input": file_name,
        "files": {file_name: base64.b64encode(content).decode()},
        "sizes": list(values.shape[::-1]),
        "values": [float(value) for value in values.ravel()],
        "matrix": {"i": columns[0], "j": columns[1], "k": columns[2], "origin": origin},
        "tolerance": tolerance,
        "anatomical": anatomical,
        "options": options,
    }


CELLS = {(time, setup): (RAMP * 300 + 7000 * time + 20000 * setup) % 65536 for time in (0, 3) for setup in (0, 1)}
TURN = np.array([[0.8, -0.6, 0, 10], [0.6, 0.8, 0, -20], [0, 0, 1, 30], [0, 0, 0, 1.0]])
CALIBRATION = np.diag([0.5, 0.5, 2, 1])


def big_data_viewer(file):
    for setup in range(2):
        file[f"s{setup:02}/resolutions"] = np.array([[1.0, 1, 1]])
        file[f"s{setup:02}/subdivisions"] = np.array([[2, 3, 4]])
    for (time, setup), values in CELLS.items():
        # Unsigned numbers in a signed type, as BigDataViewer has written them from the start.
        cells = values.astype("u2").view("i2")
        file.create_dataset(f"t{time:05}/s{setup:02}/0/cells", data=cells, chunks=(2, 3, 4), compression="gzip")
        file[f"t{time:05}/s{setup:02}/1/cells"] = cells[::2, ::2, ::2]


def numbers(matrix):
    return " ".join(str(number) for number in matrix[:3].ravel())


SETUPS = "".join(
    f"<ViewSetup><id>{setup}</id><name>c{setup}</name><size>6 5 4</size><voxelSize><unit>µm</unit><size>0.5 0.5 2.0</size>"
    f"</voxelSize><attributes><channel>{setup}</channel></attributes></ViewSetup>"
    for setup in range(2)
)
REGISTRATIONS = "".join(
    f'<ViewRegistration timepoint="{time}" setup="{setup}">'
    + (f'<ViewTransform type="affine"><Name>turn</Name><affine>{numbers(TURN)}</affine></ViewTransform>' if setup else "")
    + f'<ViewTransform type="affine"><Name>calibration</Name><affine>{numbers(CALIBRATION)}</affine></ViewTransform>'
    "</ViewRegistration>"
    for time, setup in CELLS
)
SPIM_DATA = f"""<?xml version="1.0" encoding="UTF-8"?>
<SpimData version="0.2"><BasePath type="relative">.</BasePath><SequenceDescription>
<ImageLoader format="bdv.hdf5"><hdf5 type="relative">b.h5</hdf5></ImageLoader><ViewSetups>{SETUPS}</ViewSetups>
<Timepoints type="pattern"><integerpattern>0,3</integerpattern></Timepoints></SequenceDescription>
<ViewRegistrations>{REGISTRATIONS}</ViewRegistrations></SpimData>
"""

UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
ZERO = [0, 0, 0]


def minc_entry(content, time):
    path = Path("/tmp/minc-of-make-hdf5.mnc")
    path.write_bytes(content)
    image = nibabel.load(path)
    path.unlink()
    affine = np.diag([-1, -1, 1, 1]) @ image.affine
    columns = [affine[:3, axis].tolist() for axis in (2, 1, 0)]
    return entry(
        f"MINC 2, time {time}", "a.mnc", content, np.asarray(image.dataobj)[time], columns, affine[:3, 3].tolist(),
        anatomical=True, tolerance=1e-4, time=time,
    )


def viewer_entry(name, file_name, content, view, matrix, **options):
    columns = [matrix[:3, axis].tolist() for axis in range(3)]
    return entry(name, file_name, content, CELLS[view], columns, matrix[:3, 3].tolist(), **options)


files = build(arrays)
viewer = build(big_data_viewer)
stack = build(imaris)
brain = build(minc)
matlab = build(lambda file: file.create_dataset("vol", data=RAMP.astype("f8")), b"MATLAB 7.3 MAT-file".ljust(126) + b"IM")
entries = [
    entry("the largest array", "a.h5", files, RAMP / 4, [[0.25, 0, 0], [0, 0.5, 0], [0, 0, 2]], ZERO),
    entry("an array by name", "a.h5", files, RAMP[:2], UNIT, ZERO, series="small"),
    entry("64 bits", "a.h5", files, RAMP[:2], UNIT, ZERO, series="/wide"),
    entry("a time", "a.h5", files, RAMP[:1] + 1, UNIT, ZERO, series="times", time=1),
    entry("MATLAB 7.3", "a.mat", matlab, RAMP, UNIT, ZERO),
    *(
        entry(
            f"Imaris, time {time}, channel {channel}", "a.ims", stack, RAMP % 200 + time + 2 * channel,
            [[0.5, 0, 0], [0, 1, 0], [0, 0, 2]], [10.25, -3.5, 1], time=time, component=channel,
        )
        for time, channel in ((0, 0), (1, 1))
    ),
    *(minc_entry(brain, time) for time in (0, 1)),
    viewer_entry("BigDataViewer", "b.h5", viewer, (0, 0), CALIBRATION),
    viewer_entry(
        "BigDataViewer by its XML", "b.xml", SPIM_DATA.encode(), (3, 1), TURN @ CALIBRATION, time=1, component=1
    ),
    viewer_entry("BigDataViewer without its XML", "alone.h5", viewer, (3, 0), np.eye(4), time=1),
]
known = set()
for each in entries:
    if each["input"] in known:
        del each["files"]
    known.add(each["input"])
packed_file = {"name": "lzf", "input": "packed.h5", "files": {"packed.h5": base64.b64encode(build(packed)).decode()}}
OUT.parent.mkdir(parents=True, exist_ok=True)
OUT.write_text("[\n" + ",\n".join(json.dumps(each) for each in [*entries, packed_file]) + "\n]\n")
