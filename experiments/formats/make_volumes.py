"""Writes volumes of every format with the libraries that own them, and what is in them as plain voxels and a matrix.

Usage: python3 make_volumes.py FOLDER [FIXTURES]. Each case becomes FOLDER/<case>/input/, voxels.bin and expected.json. Small
ones also go, with their files, into FIXTURES, a JSON file that the tests read.
"""
import base64
import json
import os
import sys

import numpy as np

OUT = sys.argv[1]
SIZES = (5, 4, 3)
FIXTURE_BYTES_MAX = 6000
fixtures = []


def phantom(dtype, sizes=SIZES, components=1):
    """A ramp with a bright corner, in which no two axes look alike; shaped (k, j, i) or (k, j, i, component)."""
    i_size, j_size, k_size = sizes
    k, j, i = np.meshgrid(np.arange(k_size), np.arange(j_size), np.arange(i_size), indexing='ij')
    values = (i * 97 + j * 31 + k * 211) % 251
    values[: k_size // 2, : j_size // 2, : i_size // 2] = 250
    if components > 1:
        values = np.stack([(values + 60 * component) % 251 for component in range(components)], axis=-1)
    kind = np.dtype(dtype).kind
    if kind == 'i':
        values = values - 120
    if kind == 'f':
        values = values / 7 - 10
    return values.astype(dtype)


def affine(columns=((0.7, 0, 0), (0, 0.9, 0), (0, 0, 2.5)), origin=(-50.0, 20.0, 100.0)):
    """Index to world: a 4 by 4 matrix of these columns."""
    matrix = np.eye(4)
    matrix[:3, :3] = np.array(columns, float).T
    matrix[:3, 3] = origin
    return matrix


OBLIQUE = affine(((0.8 * 0.7, 0.6 * 0.7, 0), (-0.36 * 0.9, 0.48 * 0.9, -0.8 * 0.9), (-0.48 * 2.5, 0.64 * 2.5, 0.6 * 2.5)))


def case(name, write, values, matrix=None, anatomical=False, file=None, options=None, tolerance=0, keep=True):
    """Calls `write(path)` and keeps what the file should hold: `values` at `matrix`, which maps indices to LPS or the world."""
    folder = os.path.join(OUT, name)
    inputs = os.path.join(folder, 'input')
    os.makedirs(inputs)
    path = os.path.join(inputs, file)
    write(path)
    matrix = affine(np.eye(3), (0, 0, 0)) if matrix is None else matrix
    expected = {
        'input': file,
        'sizes': list(values.shape[::-1]),
        'type': values.dtype.name,
        'matrix': {**{axis: matrix[:3, index].tolist() for index, axis in enumerate('ijk')}, 'origin': matrix[:3, 3].tolist()},
        'tolerance': tolerance,
        'anatomical': anatomical,
        'options': options or {},
        'labels': None,
    }
    values.astype('<f8').tofile(os.path.join(folder, 'voxels.bin'))
    with open(os.path.join(folder, 'expected.json'), 'w') as file_object:
        json.dump(expected, file_object)
    files = {
        os.path.relpath(os.path.join(parent, each), inputs): open(os.path.join(parent, each), 'rb').read()
        for parent, _, names in os.walk(inputs)
        for each in names
    }
    if keep and sum(map(len, files.values())) <= FIXTURE_BYTES_MAX:
        encoded = {each: base64.b64encode(content).decode() for each, content in sorted(files.items())}
        fixtures.append({'name': name, **expected, 'values': values.ravel().tolist(), 'files': encoded})


def vtk_cases():
    import vtk
    from vtk.util.numpy_support import numpy_to_vtk

    print('VTK', vtk.VTK_VERSION)

    def image(values, matrix=affine(), extent_start=(0, 0, 0), cells=False, components=1):
        sizes = values.shape[:3][::-1]
        picture = vtk.vtkImageData()
        picture.SetExtent(*[n for start, size in zip(extent_start, sizes) for n in (start, start + size - (0 if cells else 1))])
        spacing = np.linalg.norm(matrix[:3, :3], axis=0)
        picture.SetSpacing(*spacing)
        picture.SetDirectionMatrix(*(matrix[:3, :3] / spacing).ravel())
        picture.SetOrigin(*(matrix[:3, 3] - matrix[:3, :3] @ (np.array(extent_start) + (0.5 if cells else 0))))
        flat = values.reshape(-1, components) if components > 1 else values.ravel()
        array = numpy_to_vtk(np.ascontiguousarray(flat), deep=True)
        array.SetName('the values')
        (picture.GetCellData() if cells else picture.GetPointData()).SetScalars(array)
        return picture

    def xml(picture, mode='Appended', compressor='ZLib', word=32, big=False, raw=False, blocks=None):
        def write(path):
            writer = vtk.vtkXMLImageDataWriter() if picture.IsA('vtkImageData') else vtk.vtkXMLRectilinearGridWriter()
            writer.SetInputData(picture)
            writer.SetFileName(path)
            getattr(writer, f'SetDataModeTo{mode}')()
            getattr(writer, f'SetCompressorTypeTo{compressor}')()
            (writer.SetHeaderTypeToUInt64 if word == 64 else writer.SetHeaderTypeToUInt32)()
            (writer.SetByteOrderToBigEndian if big else writer.SetByteOrderToLittleEndian)()
            writer.SetEncodeAppendedData(not raw)
            if blocks:
                writer.SetBlockSize(blocks)
            assert writer.Write()

        return write

    def legacy(picture, binary, version=51):
        def write(path):
            writer = vtk.vtkDataSetWriter()
            writer.SetInputData(picture)
            writer.SetFileName(path)
            writer.SetFileVersion(version)
            (writer.SetFileTypeToBinary if binary else writer.SetFileTypeToASCII)()
            assert writer.Write()

        return write

    few = ['int16', 'int64', 'float32']
    types = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64']
    for dtype in types:
        values = phantom(dtype)
        for binary in (False, True):
            # ASCII has six digits of float32.
            tolerance = 1e-4 if not binary and np.dtype(dtype).kind == 'f' else 0
            kind = 'binary' if binary else 'ascii'
            case(f'vtk-legacy-{kind}-{dtype}', legacy(image(values), binary), values, affine(), file='a.vtk', tolerance=tolerance, keep=dtype in few)
        case(f'vti-appended-{dtype}', xml(image(values)), values, affine(), file='a.vti', keep=dtype in few)
    values = phantom('int16')
    case('vtk-legacy-version-3', legacy(image(values), True, 42), values, affine(), file='a.vtk')
    case('vtk-legacy-cells', legacy(image(values, cells=True), True), values, affine(), file='a.vtk')
    ascii_float = phantom('float32')
    case('vti-ascii', xml(image(ascii_float), 'Ascii'), ascii_float, affine(), file='a.vti', tolerance=1e-5)
    for compressor in ('None', 'ZLib', 'LZ4'):
        for mode in ('Binary', 'Appended'):
            for word in (32, 64):
                name = f'vti-{mode.lower()}-{compressor.lower()}-{word}'
                case(name, xml(image(values), mode, compressor, word), values, affine(), file='a.vti')
        case(f'vti-raw-{compressor.lower()}', xml(image(values), 'Appended', compressor, raw=True), values, affine(), file='a.vti')
        case(f'vti-big-endian-{compressor.lower()}', xml(image(values), 'Binary', compressor, big=True), values, affine(), file='a.vti')
        wide = phantom('float32', (70, 60, 50))
        case(f'vti-many-blocks-{compressor.lower()}', xml(image(wide), 'Appended', compressor, blocks=4096), wide, affine(), file='a.vti')
        case(f'vti-small-blocks-{compressor.lower()}', xml(image(values), 'Binary', compressor, blocks=64), values, affine(), file='a.vti')
    case('vti-oblique', xml(image(values, OBLIQUE)), values, OBLIQUE, file='a.vti')
    shifted = image(values, OBLIQUE, extent_start=(3, -2, 7))
    case('vti-extent', xml(shifted), values, OBLIQUE, file='a.vti')
    case('vti-cells', xml(image(values, cells=True)), values, affine(), file='a.vti')
    vectors = phantom('float32', components=3)
    case('vti-component', xml(image(vectors, components=3)), vectors[..., 2], affine(), file='a.vti', options={'component': 2})
    case('vtk-legacy-component', legacy(image(vectors, components=3), True), vectors[..., 1], affine(), file='a.vtk', options={'component': 1})
    several = image(values)
    for name in ('another', 'a third'):
        other = numpy_to_vtk(phantom('uint8').ravel() // (2 if name == 'another' else 3), deep=True)
        other.SetName(name)
        several.GetPointData().AddArray(other)
    third = phantom('uint8') // 3
    case('vti-arrays', xml(several), third, affine(), file='a.vti', options={'series': 'a third'})
    case('vtk-legacy-arrays', legacy(several, False), third, affine(), file='a.vtk', options={'series': '3'})
    grid = vtk.vtkRectilinearGrid()
    grid.SetDimensions(*SIZES)
    for axis, size in enumerate(SIZES):
        coordinates = numpy_to_vtk(affine()[axis, 3] + affine()[axis, axis] * np.arange(size), deep=True)
        getattr(grid, f'Set{"XYZ"[axis]}Coordinates')(coordinates)
    array = numpy_to_vtk(values.ravel(), deep=True)
    array.SetName('the values')
    grid.GetPointData().SetScalars(array)
    case('vtr-even', xml(grid), values, affine(), file='a.vtr')
    case('vtk-legacy-rectilinear', legacy(grid, True), values, affine(), file='a.vtk')


def evtk_cases():
    from pyevtk.hl import imageToVTK

    values = phantom('float64')
    write = lambda path: imageToVTK(path[: -len('.vti')], origin=(1, 2, 3), spacing=(0.5, 0.25, 2), pointData={'v': np.asfortranarray(values.transpose())})
    matrix = affine(np.diag([0.5, 0.25, 2]), (1, 2, 3))
    case('vti-pyevtk', write, values, matrix, file='a.vti')


vtk_cases()
evtk_cases()
if len(sys.argv) > 2:
    with open(sys.argv[2], 'w') as file_object:
        json.dump(fixtures, file_object)
        file_object.write('\n')
print(f'{len(fixtures)} small cases')
