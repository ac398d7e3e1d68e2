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
        fixtures.append({'name': name, **expected, 'values': [None if value != value else value for value in values.ravel().tolist()], 'files': encoded})


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


LPS = np.diag([-1, -1, 1, 1])


def nifti_cases():
    import nibabel

    print('nibabel', nibabel.__version__)
    ras = LPS @ OBLIQUE

    def save(name, values, file='a.nii', kind=nibabel.Nifti1Image, sform=ras, qform=ras, options=None, expected=None, matrix=OBLIQUE, anatomical=True, slope=None, edit=None, tolerance=0, keep=True):
        def write(path):
            # nibabel has the first axis as i.
            image = kind(np.ascontiguousarray(values.swapaxes(0, 2)) if values.ndim == 3 else values, None, dtype=values.dtype)
            if sform is not None:
                image.set_sform(sform, 1)
            if qform is not None:
                image.set_qform(qform, 1)
            if slope:
                image.header.set_slope_inter(*slope)
            image.to_filename(path)
            if edit:
                bytes_now = bytearray(open(path, 'rb').read())
                edit(bytes_now)
                open(path, 'wb').write(bytes_now)

        case(name, write, values if expected is None else expected, matrix, anatomical, file, options, tolerance, keep)

    nifti2 = nibabel.Nifti2Image
    for dtype in ('uint8', 'int8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64'):
        save(f'nifti-{dtype}', phantom(dtype), keep=dtype == 'int16')
        save(f'nifti2-{dtype}', phantom(dtype), kind=nifti2, keep=False)
    values = phantom('int16')
    save('nifti-gzip', values, 'a.nii.gz')
    save('nifti-sform-alone', values, qform=None)
    save('nifti-qform-alone', values, sform=None, tolerance=0)
    pair = nibabel.Nifti1Pair
    save('nifti-pair-by-hdr', values, 'a.hdr', pair)
    save('nifti-pair-by-img', values, 'a.img', pair)
    save('nifti-pair-gzip', values, 'a.img.gz', pair)

    def zero_sform(content):
        content[280:328] = bytes(48)

    save('nifti-zero-sform', values, edit=zero_sform)
    holes = phantom('float32')
    holes[1, 2] = np.nan
    save('nifti-nan', holes)
    for dtype in ('complex64', 'complex128'):
        parts = (phantom('float32') + 1j * phantom('float32')[::-1]).astype(dtype)
        save(f'nifti-{dtype}', parts, expected=np.abs(parts), tolerance=1e-5)
    for letters in ('rgb', 'rgba'):
        colours = phantom('uint8', components=len(letters))
        packed = np.ascontiguousarray(colours.swapaxes(0, 2)).view([(letter, 'u1') for letter in letters.upper()])[..., 0]

        def write(path, packed=packed):
            nibabel.Nifti1Image(packed, ras).to_filename(path)

        case(f'nifti-{letters}', write, colours[..., 1], OBLIQUE, True, 'a.nii', {'component': 1})
    series = np.stack([phantom('int16') + time for time in range(3)])
    in_order = np.ascontiguousarray(series.transpose(3, 2, 1, 0))
    save('nifti-times', in_order, expected=series[2], options={'time': 2})

    def big_endian(kind, file):
        def write(path):
            header = kind.header_class(endianness='>')
            header.set_data_dtype('>i2')
            kind(values.swapaxes(0, 2), ras, header).to_filename(path)

        return write

    case('nifti-big-endian', big_endian(nibabel.Nifti1Image, 'a.nii'), values, OBLIQUE, True, 'a.nii')

    # ANALYZE has no direction: nibabel, too, takes x to run to the left.
    def analyze(kind, file, scale=None, origin=None, dtype='int16', order='<'):
        def write(path):
            header = kind.header_class(endianness=order)
            header.set_data_dtype(np.dtype(dtype).newbyteorder(order))
            header.set_data_shape(SIZES)
            header.set_zooms((0.7, 0.9, 2.5))
            if origin:
                header['origin'][:3] = origin
            image = kind(phantom(dtype).swapaxes(0, 2), None, header)
            image.header.set_zooms((0.7, 0.9, 2.5))
            image.to_filename(path)
            if not origin:
                for side in ('.mat',):
                    if os.path.exists(path[:-4] + side):
                        os.remove(path[:-4] + side)

        return write

    centre = (np.array(SIZES) - 1) / 2
    flipped = affine(((0.7, 0, 0), (0, -0.9, 0), (0, 0, 2.5)), (-centre[0] * 0.7, centre[1] * 0.9, -centre[2] * 2.5))
    plain = nibabel.AnalyzeImage
    for dtype in ('uint8', 'int16', 'int32', 'float32', 'float64'):
        case(f'analyze-{dtype}', analyze(plain, 'a.hdr', dtype=dtype), phantom(dtype), flipped, True, 'a.hdr', keep=dtype == 'int16')
    case('analyze-by-img', analyze(plain, 'a.img'), values, flipped, True, 'a.img')
    case('analyze-big-endian', analyze(plain, 'a.hdr', order='>'), values, flipped, True, 'a.hdr')
    placed = affine(((0.7, 0, 0), (0, -0.9, 0), (0, 0, 2.5)), (-1 * 0.7, 2 * 0.9, -1 * 2.5))
    case('analyze-spm', analyze(nibabel.Spm99AnalyzeImage, 'a.hdr', origin=(2, 3, 2)), values, placed, True, 'a.hdr')

    for dtype in ('uint8', 'int16', 'int32', 'float32'):
        for file in ('a.mgh', 'a.mgz'):

            def write(path, dtype=dtype):
                nibabel.MGHImage(phantom(dtype).swapaxes(0, 2), ras).to_filename(path)

            matrix = lps_of(nibabel, write, file)
            case(f'{file[2:]}-{dtype}', write, phantom(dtype), matrix, True, file, keep=dtype == 'int16')

    def frames(path):
        nibabel.MGHImage(in_order.astype('float32'), ras).to_filename(path)

    case('mgz-frames', frames, series[1].astype('float32'), lps_of(nibabel, frames, 'a.mgz'), True, 'a.mgz', {'time': 1})

    def unplaced(path):
        nibabel.MGHImage(values.swapaxes(0, 2), None).to_filename(path)
        content = bytearray(open(path, 'rb').read())
        content[28:30] = bytes(2)
        open(path, 'wb').write(content)

    # FreeSurfer's own default, MRI_CORONAL; nibabel 5.4 turns y and z the other way.
    coronal = affine(((1, 0, 0), (0, 0, -1), (0, -1, 0)), (-SIZES[0] / 2, SIZES[2] / 2, SIZES[1] / 2))
    case('mgh-unplaced', unplaced, values, coronal, True, 'a.mgh')


def lps_of(nibabel, write, file):
    """Where nibabel itself says that the voxels of a file are."""
    path = os.path.join(OUT, file)
    write(path)
    matrix = LPS @ nibabel.load(path).affine
    os.remove(path)
    return matrix


def mrc_cases():
    # Debian's package beside whatever else is installed.
    sys.path.append('/usr/lib/python3/dist-packages')
    import mrcfile

    print('mrcfile', mrcfile.__version__)
    matrix = affine(np.diag([0.7, 0.9, 2.5]), (0, 0, 0))

    def save(name, values, file='a.mrc', edit=None, expected=None, matrix=matrix, compression=None, tolerance=0, keep=True):
        def write(path):
            with mrcfile.new(path, compression=compression) as map_file:
                map_file.set_data(values)
                map_file.voxel_size = (0.7, 0.9, 2.5)
                if edit:
                    edit(map_file.header)

        # Voxel sizes are edges in float32, divided.
        case(name, write, values if expected is None else expected, matrix, False, file, None, tolerance, keep)

    for dtype in ('int8', 'int16', 'float32', 'uint16'):
        save(f'mrc-{dtype}', phantom(dtype), keep=dtype != 'uint16')
    halves = phantom('float32').astype('float16')
    save('mrc-float16', halves)
    parts = (phantom('float32') + 1j * phantom('float32')[::-1]).astype('complex64')
    save('mrc-complex', parts, expected=np.abs(parts), tolerance=1e-5)
    save('mrc-gzip', phantom('int16'), 'a.map.gz', compression='gzip')

    def origin(header):
        header.origin.x, header.origin.y, header.origin.z = 3, -4, 5

    save('mrc-origin', phantom('int16'), edit=origin, matrix=affine(np.diag([0.7, 0.9, 2.5]), (3, -4, 5)))

    def start(header):
        header.nxstart, header.nystart, header.nzstart = 2, -3, 4

    save('mrc-start', phantom('int16'), edit=start, matrix=affine(np.diag([0.7, 0.9, 2.5]), (1.4, -2.7, 10)))

    def turned(header):
        # Columns along z, rows along x, sections along y.
        header.mapc, header.mapr, header.maps = 3, 1, 2

    columns = ((0, 0, 2.5), (0.7, 0, 0), (0, 0.9, 0))
    save('mrc-axes', phantom('int16'), edit=turned, matrix=affine(columns, (0, 0, 0)))

    def oblique(header):
        header.cellb.alpha, header.cellb.beta, header.cellb.gamma = 90, 90, 120

    hexagonal = ((0.7, 0, 0), (-0.45, 0.9 * np.sqrt(3) / 2, 0), (0, 0, 2.5))
    save('mrc-hexagonal', phantom('int16'), edit=oblique, matrix=affine(hexagonal, (0, 0, 0)))


def npy_cases():
    print('NumPy', np.__version__)
    save = lambda values: lambda path: np.save(path, values)
    for dtype in ('bool', 'uint8', 'int8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float16', 'float32', 'float64', '>i2', '>f4'):
        values = phantom(dtype)
        case(f'npy-{dtype.replace(">", "big-endian-")}', save(values), values, file='a.npy', keep=dtype in ('bool', 'int16', 'float16', '>f4'))
    values = phantom('int16')
    case('npy-fortran', save(np.asfortranarray(values)), values, file='a.npy')
    case('npy-complex', save(values + 1j * values[::-1]), np.abs(values + 1j * values[::-1]), file='a.npy', tolerance=1e-12)
    colours = phantom('uint8', components=3)
    case('npy-colours', save(colours), colours[..., 2], file='a.npy', options={'component': 2})
    series = np.stack([phantom('int16') + time for time in range(3)])
    case('npy-times', save(series), series[2], file='a.npy', options={'time': 2})
    case('npy-fortran-times', save(np.asfortranarray(series)), series[1], file='a.npy', options={'time': 1})


def tiff_cases():
    import tifffile

    print('tifffile', tifffile.__version__)

    def save(name, values, file='a.tif', expected=None, options=None, matrix=None, keep=True, data=None, **how):
        def write(path):
            tifffile.imwrite(path, values if data is None else data, **{'photometric': 'minisblack', 'metadata': None, **how})

        case(name, write, values if expected is None else expected, matrix, False, file, options, 0, keep)

    for dtype in ('uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'uint64', 'int64', 'float32', 'float64'):
        values = phantom(dtype)
        save(f'tiff-{dtype}', values, keep=dtype == 'int16')
        for order in '<>':
            for compression in ('lzw', 'deflate', 'packbits'):
                difference = {} if compression == 'packbits' or dtype in ('uint64', 'int64', 'float64') else {'predictor': True}
                kind = {'<': '', '>': '-big-endian'}[order]
                keep = (dtype, order) == ('int16', '>') or (dtype, order, compression) == ('float32', '<', 'lzw')
                save(f'tiff-{compression}-{dtype}{kind}', values, byteorder=order, compression=compression, keep=keep, **difference)
    wide = phantom('uint16', (70, 50, 3))
    for compression in (None, 'lzw', 'deflate'):
        save(f'tiff-tiles-{compression}', wide, tile=(16, 32), compression=compression, keep=False)
        save(f'tiff-strips-{compression}', wide, rowsperstrip=7, compression=compression, keep=False)
    # Long runs and long tables: LZW's codes of 9 to 12 bits, and its clearing.
    noise = np.random.default_rng(1).integers(0, 255, (3, 120, 130), dtype=np.uint8)
    save('tiff-lzw-noise', noise, compression='lzw', keep=False)
    save('tiff-lzw-flat', np.zeros((3, 90, 80), np.uint8) + 7, compression='lzw', keep=False)
    values = phantom('uint16')
    save('tiff-big', values, bigtiff=True)
    colours = phantom('uint8', components=3)
    rgb = {'photometric': 'rgb', 'data': colours}
    save('tiff-rgb', colours[..., 1], options={'component': 1}, **rgb)
    save('tiff-rgb-lzw', colours[..., 2], options={'component': 2}, compression='lzw', predictor=True, **rgb)
    planes = np.ascontiguousarray(np.moveaxis(colours, -1, 1))
    save('tiff-rgb-planes', colours[..., 2], options={'component': 2}, photometric='rgb', planarconfig='separate', data=planes)
    save('tiff-white-is-zero', phantom('uint8'), expected=255 - phantom('uint8'), photometric='miniswhite')
    micro = affine(np.diag([0.5, 0.25, 2.0]), (0, 0, 0))
    series = np.stack([np.stack([phantom('uint16') + 10 * time + channel for channel in range(2)], axis=1) for time in range(3)])
    sizes = {'PhysicalSizeX': 0.5, 'PhysicalSizeY': 0.25, 'PhysicalSizeZ': 2.0}
    choose = {'component': 1, 'time': 2}
    for axes in ('TZCYX', 'TCZYX', 'CTZYX', 'ZTCYX'):
        order = ['TZCYX'.index(axis) for axis in axes]
        data = np.ascontiguousarray(series.transpose(order))
        save(f'ome-tiff-{axes.lower()}', series[2, :, 1], 'a.ome.tif', matrix=micro, options=choose, keep=axes == 'CTZYX', data=data, metadata={'axes': axes, **sizes}, ome=True)
    units = {'PhysicalSizeX': 500, 'PhysicalSizeXUnit': 'nm', 'PhysicalSizeY': 0.25, 'PhysicalSizeZ': 0.002, 'PhysicalSizeZUnit': 'mm'}
    save('ome-tiff-units', values, 'a.ome.tif', matrix=micro, metadata={'axes': 'ZYX', **units}, ome=True)
    save('ome-tiff-rgb', colours[..., 1], 'a.ome.tif', options={'component': 1}, photometric='rgb', data=colours, metadata={'axes': 'ZYXS'}, ome=True)
    data = np.ascontiguousarray(series)
    save('imagej-tiff', series[2, :, 1], matrix=micro, options=choose, data=data, imagej=True, resolution=(2, 4), metadata={'axes': 'TZCYX', 'spacing': 2.0, 'unit': 'um'})
    import vtk
    from vtk.util.numpy_support import numpy_to_vtk

    def vtk_writer(path):
        picture = vtk.vtkImageData()
        picture.SetDimensions(*SIZES)
        picture.GetPointData().SetScalars(numpy_to_vtk(values.ravel(), deep=True))
        writer = vtk.vtkTIFFWriter()
        writer.SetInputData(picture)
        writer.SetFileName(path)
        writer.Write()

    case('tiff-vtk', vtk_writer, values, file='a.tif')


vtk_cases()
evtk_cases()
nifti_cases()
mrc_cases()
npy_cases()
tiff_cases()
if len(sys.argv) > 2:
    with open(sys.argv[2], 'w') as file_object:
        json.dump(fixtures, file_object)
        file_object.write('\n')
print(f'{len(fixtures)} small cases')
