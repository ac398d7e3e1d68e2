"""Writes DICOM series of every kind with pydicom, dcmtk and gdcm, and what is in them as plain voxels and a matrix.

Usage: python3 make_dicom.py FOLDER. Each case becomes FOLDER/<case>/dicom/, voxels.bin and expected.json.
"""
import json
import os
import shutil
import subprocess
import sys

import numpy as np
import pydicom
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.sequence import Sequence
from pydicom.uid import (DeflatedExplicitVRLittleEndian, ExplicitVRBigEndian, ExplicitVRLittleEndian,
                         ImplicitVRLittleEndian, generate_uid)

OUT = sys.argv[1]
CT = '1.2.840.10008.5.1.4.1.1.2'
MR = '1.2.840.10008.5.1.4.1.1.4'
ENHANCED_CT = '1.2.840.10008.5.1.4.1.1.2.1'
ENHANCED_MR = '1.2.840.10008.5.1.4.1.1.4.1'
SEG = '1.2.840.10008.5.1.4.1.1.66.4'
COLS, ROWS, DEPTH = 20, 14, 9
SPACING = (0.7, 0.9, 2.5)


def phantom(low=-1000, high=2000, depth=DEPTH):
    """A ramp with a bright corner, in which no two axes look alike."""
    k, j, i = np.meshgrid(np.arange(depth), np.arange(ROWS), np.arange(COLS), indexing='ij')
    ramp = (i * 97 + j * 31 + k * 211) % 997 / 996
    values = low + (high - low) * ramp
    values[:3, :4, :5] = high
    return np.round(values).astype(np.int64)


AXES = {
    'axial': ([1, 0, 0], [0, 1, 0]),
    'coronal': ([1, 0, 0], [0, 0, -1]),
    'sagittal': ([0, 1, 0], [0, 0, -1]),
    'oblique': ([0.8, 0.6, 0], [-0.36, 0.48, -0.8]),
}


def affine(axes='axial', origin=(-50.0, 20.0, 100.0), spacing=SPACING, slice_vector=None):
    row, column = (np.array(vector, float) for vector in AXES[axes])
    normal = np.cross(row, column)
    step = normal * spacing[2] if slice_vector is None else np.array(slice_vector, float)
    return {'i': list(row * spacing[0]), 'j': list(column * spacing[1]), 'k': list(step), 'origin': list(map(float, origin))}


def new_file(sop_class, syntax=ExplicitVRLittleEndian):
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = sop_class
    meta.MediaStorageSOPInstanceUID = generate_uid()
    meta.TransferSyntaxUID = syntax
    data = FileDataset(None, {}, file_meta=meta, preamble=b'\0' * 128)
    data.is_little_endian = syntax != ExplicitVRBigEndian
    data.is_implicit_VR = syntax == ImplicitVRLittleEndian
    data.SOPClassUID = sop_class
    data.SOPInstanceUID = meta.MediaStorageSOPInstanceUID
    data.StudyInstanceUID = '1.2.3.4'
    data.PatientName = 'Doe^Jane'
    data.PatientID = 'SECRET'
    data.StudyDate = '20240131'
    return data


def set_pixels(data, array, bits_stored=16, signed=None):
    dtype = array.dtype
    data.Rows, data.Columns = array.shape[-2:]
    data.SamplesPerPixel = 1
    data.PhotometricInterpretation = 'MONOCHROME2'
    data.BitsAllocated = dtype.itemsize * 8
    data.BitsStored = min(bits_stored, data.BitsAllocated)
    data.HighBit = data.BitsStored - 1
    data.PixelRepresentation = int(dtype.kind == 'i') if signed is None else int(signed)
    data.PixelData = (array if data.is_little_endian else array.byteswap()).tobytes()
    if len(data.PixelData) % 2:
        data.PixelData += b'\0'
    data['PixelData'].VR = 'OB' if dtype.itemsize == 1 else 'OW'


def write_series(folder, stored, matrix, slope=1, intercept=0, syntax=ExplicitVRLittleEndian, series=None, number=1,
                 modality='CT', edit=None, bits_stored=16, order=None, offsets=None, description='a series', suffix='.dcm'):
    os.makedirs(folder, exist_ok=True)
    series = series or generate_uid()
    for k in range(stored.shape[0]):
        data = new_file(CT if modality == 'CT' else MR, syntax)
        data.SeriesInstanceUID = series
        data.SeriesNumber = number
        data.SeriesDescription = description
        data.Modality = modality
        data.ImageType = ['ORIGINAL', 'PRIMARY', 'AXIAL']
        # Numbers go the other way: positions count, not they.
        data.InstanceNumber = stored.shape[0] - k if order is None else int(order[k])
        at = np.array(matrix['origin']) + np.array(matrix['k']) * (k if offsets is None else offsets[k])
        data.ImagePositionPatient = [f'{x:.8g}' for x in at]
        row, column = (np.array(matrix[axis]) / np.linalg.norm(matrix[axis]) for axis in 'ij')
        data.ImageOrientationPatient = [f'{x:.10g}' for x in [*row, *column]]
        data.PixelSpacing = [f"{np.linalg.norm(matrix['j']):.8g}", f"{np.linalg.norm(matrix['i']):.8g}"]
        data.SliceThickness = f"{np.linalg.norm(matrix['k']):.8g}"
        data.RescaleSlope = slope if np.isscalar(slope) else slope[k]
        data.RescaleIntercept = intercept if np.isscalar(intercept) else intercept[k]
        set_pixels(data, stored[k], bits_stored)
        if edit:
            edit(data, k)
        data.save_as(f'{folder}/{(k * 7) % 101:03d}-{k}{suffix}', write_like_original=False)


def case(name, expected, matrix, tolerance=0, anatomical=True, options=None, labels=None):
    folder = f'{OUT}/{name}'
    expected = np.asarray(expected, dtype=np.float64)
    expected.tofile(f'{folder}/voxels.bin')
    with open(f'{folder}/expected.json', 'w') as file:
        json.dump({'sizes': list(expected.shape[::-1]), 'matrix': matrix, 'tolerance': tolerance, 'anatomical': anatomical,
                   'options': options or {}, 'labels': labels}, file)


def dicom(name):
    folder = f'{OUT}/{name}/dicom'
    shutil.rmtree(f'{OUT}/{name}', ignore_errors=True)
    os.makedirs(folder)
    return folder


def convert(name, source, command):
    """Every file through a program of another library."""
    folder = dicom(name)
    for file in sorted(os.listdir(source)):
        subprocess.run([part.format(input=f'{source}/{file}', output=f'{folder}/{file}') for part in command], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder


hu = phantom()
stored = (hu + 1024).astype(np.uint16)
for name, syntax in [('implicit', ImplicitVRLittleEndian), ('explicit', ExplicitVRLittleEndian),
                     ('big-endian', ExplicitVRBigEndian), ('deflated', DeflatedExplicitVRLittleEndian)]:
    write_series(dicom(name), stored, affine(), 1, -1024, syntax, bits_stored=12)
    case(name, hu, affine())

for axes in ['coronal', 'sagittal', 'oblique']:
    write_series(dicom(axes), hu.astype(np.int16), affine(axes))
    case(axes, hu, affine(axes))

write_series(dicom('no-preamble'), stored, affine(), 1, -1024)
folder = f'{OUT}/no-preamble/dicom'
for file in os.listdir(folder):
    data = pydicom.dcmread(f'{folder}/{file}')
    data.preamble = None
    data.file_meta = None
    data.is_implicit_VR = file.endswith('0.dcm')
    pydicom.dcmwrite(f'{folder}/{file}', data, write_like_original=True)
case('no-preamble', hu, affine())

# Nested, without extensions, among other files, with a DICOMDIR.
folder = dicom('mixed')
write_series(f'{folder}/a/b/c', stored, affine(), 1, -1024, suffix='')
write_series(f'{folder}/scout', stored[:1], affine('coronal'), number=2)
for index in range(50):
    os.makedirs(f'{folder}/other', exist_ok=True)
    with open(f'{folder}/other/{index}.txt', 'w') as file:
        file.write('This is no DICOM file.\n' * 100)
open(f'{folder}/empty', 'w').close()
case('mixed', hu, affine())

# Compressed by gdcm and dcmtk, signed and unsigned, of 8 to 16 bits.
sources = {
    'u8': (phantom(0, 255).astype(np.uint8), 8), 'u12': (stored, 12), 's16': (hu.astype(np.int16), 16),
    'u16': (phantom(0, 65535).astype(np.uint16), 16),
}
GDCM = {'rle': '--rle', 'jpegls': '--jpegls', 'j2k': '--j2k', 'jpeg-lossless': '--jpeg'}
for kind, (array, bits) in sources.items():
    base = f'{OUT}/sources/{kind}'
    shutil.rmtree(base, ignore_errors=True)
    write_series(base, array, affine(), bits_stored=bits)
    for codec, flag in GDCM.items():
        if codec == 'jpegls' and kind == 's16':
            pass
        name = f'gdcm-{codec}-{kind}'
        convert(name, base, ['gdcmconv', flag, '{input}', '{output}'])
        case(name, array, affine())
    for codec, command in {'rle': ['dcmcrle'], 'jpegls': ['dcmcjpls'], 'jpeg-sv1': ['dcmcjpeg', '+e1'],
                           'jpeg-process14': ['dcmcjpeg', '+el']}.items():
        for selection in (range(1, 8) if codec == 'jpeg-process14' and kind == 'u12' else [None]):
            name = f'dcmtk-{codec}-{kind}' + (f'-sv{selection}' if selection else '')
            extra = ['+sv', str(selection)] if selection else []
            convert(name, base, [*command, *extra, '{input}', '{output}'])
            case(name, array, affine())

# Lossy: what dcmtk and gdcm themselves decode.
base = f'{OUT}/sources/u8'
for name, command, decode in [
        ('dcmtk-jpeg-baseline', ['dcmcjpeg', '+eb', '{input}', '{output}'], ['dcmdjpeg']),
        ('gdcm-jpegls-lossy', ['gdcmconv', '--jpegls', '-y', '-e', '2', '{input}', '{output}'], ['gdcmconv', '--raw']),
        ('gdcm-j2k-lossy', ['gdcmconv', '--j2k', '-y', '-q', '20', '{input}', '{output}'], ['gdcmconv', '--raw'])]:
    folder = convert(name, base, command)
    decoded = {}
    for file in os.listdir(folder):
        subprocess.run([*decode, f'{folder}/{file}', f'{OUT}/decoded.dcm'], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        data = pydicom.dcmread(f'{OUT}/decoded.dcm')
        decoded[float(data.ImagePositionPatient[2])] = data.pixel_array
    # Decoders of JPEG round their transforms differently.
    case(name, np.array([decoded[z] for z in sorted(decoded)]), affine(), tolerance=2 if 'baseline' in name else 0)

# PET: slopes of each slice.
slopes = [0.5 + 0.25 * k for k in range(DEPTH)]
counts = phantom(0, 30000).astype(np.int16)
write_series(dicom('slopes'), counts, affine(), slopes, 0)
case('slopes', np.array([counts[k] * np.float32(slopes[k]) for k in range(DEPTH)]), affine(), tolerance=1e-2)


# Bits above those stored hold an overlay; a high bit that is not the topmost stored one.
def overlay(data, k):
    array = np.frombuffer(data.PixelData, np.uint16)
    data.PixelData = (array | np.uint16(0x8000)).tobytes()


write_series(dicom('overlay-bits'), stored, affine(), 1, -1024, bits_stored=12, edit=overlay)
case('overlay-bits', hu, affine())


def signed12(data, k):
    data.BitsStored, data.HighBit, data.PixelRepresentation = 12, 15, 1
    data.PixelData = (np.frombuffer(data.PixelData, np.int16) << 4).tobytes()


small = phantom(-2048, 2047)
write_series(dicom('high-bit'), small.astype(np.int16), affine(), edit=signed12)
case('high-bit', small, affine())


def monochrome1(data, k):
    data.PhotometricInterpretation = 'MONOCHROME1'
    data.Modality = 'MR'


write_series(dicom('monochrome1'), stored, affine(), bits_stored=12, modality='MR', edit=monochrome1)
case('monochrome1', 4095 - stored.astype(np.int64), affine())


def padding(data, k):
    data.add_new(0x00280120, 'US', 3000)


padded = stored.copy()
padded[:, 0, :] = 3000
write_series(dicom('padding'), padded, affine(), 1, -1024, edit=padding)
filled = padded.astype(np.int64) - 1024
real = filled[padded != 3000].min()
filled[padded == 3000] = real
case('padding', filled, affine())

# Geometry: a tilted gantry, a missing slice, doubled ones, uneven gaps, a reversed order.
tilt = np.deg2rad(15)
sheared = affine(slice_vector=[0, -2.5 * np.tan(tilt), 2.5])
write_series(dicom('tilt'), hu.astype(np.int16), sheared)
case('tilt', hu, sheared)

folder = dicom('missing')
write_series(folder, hu.astype(np.int16), affine())
os.remove(next(f'{folder}/{file}' for file in os.listdir(folder) if file.endswith('-4.dcm')))
between = hu.astype(float)
between[4] = np.floor((hu[3] + hu[5]) / 2 + 0.5)
case('missing', between, affine())

folder = dicom('doubled')
write_series(folder, hu.astype(np.int16), affine(), series='1.2.3.9')
extra = dicom('doubled-extra')
write_series(extra, (hu[2:3] * 0).astype(np.int16), affine(origin=(-50, 20, 105)), series='1.2.3.9', order=[1000])
shutil.copy(f'{extra}/000-0.dcm', f'{folder}/extra.dcm')
shutil.rmtree(f'{OUT}/doubled-extra')
for file in os.listdir(folder)[:3]:
    shutil.copy(f'{folder}/{file}', f'{folder}/copy-of-{file}')
case('doubled', hu, affine())

offsets = [0, 1, 2, 3.5, 5, 6, 7, 8.5, 10]
write_series(dicom('uneven'), hu.astype(np.int16), affine(), offsets=offsets)
grid = np.linspace(0, 10, 11)
uneven = np.array([[np.interp(grid, offsets, hu[:, j, i]) for i in range(COLS)] for j in range(ROWS)])
case('uneven', np.round(np.moveaxis(uneven, 2, 0)), affine(), tolerance=1)

reverse = affine(slice_vector=[0, 0, -2.5])
write_series(dicom('feet-first'), hu.astype(np.int16), reverse)
case('feet-first', hu[::-1], affine(origin=(-50, 20, 80)))

# Two echoes and two orientations in one series; a time series.
folder = dicom('echoes')
for echo in (1, 2):
    def set_echo(data, k, echo=echo):
        data.EchoTime = 10 * echo
        data.EchoNumbers = echo
    write_series(f'{folder}/{echo}', (hu * echo).astype(np.int16), affine(), series='1.2.3.5', modality='MR', edit=set_echo)
case('echoes', hu * 2, affine(), options={'series': 'echo time 20'})

folder = dicom('orientations')
write_series(f'{folder}/1', hu.astype(np.int16), affine(), series='1.2.3.6')
write_series(f'{folder}/2', hu[:5].astype(np.int16), affine('sagittal'), series='1.2.3.6')
case('orientations', hu[:5], affine('sagittal'), options={'series': 'sagittal'})

folder = dicom('times')
for time in range(3):
    def set_time(data, k, time=time):
        data.TemporalPositionIdentifier = time + 1
    write_series(f'{folder}/{2 - time}', (hu + time).astype(np.int16), affine(), series='1.2.3.7', modality='MR', edit=set_time)
case('times', hu + 2, affine(), options={'time': 2})

# Colours.
def color(photometric, planar, convert=lambda rgb: rgb):
    def edit(data, k):
        rgb = convert(colors[k])
        data.SamplesPerPixel = 3
        data.PhotometricInterpretation = photometric
        data.PlanarConfiguration = planar
        data.PixelData = (np.moveaxis(rgb, 2, 0) if planar else rgb).astype(np.uint8).tobytes()
    return edit


red = phantom(0, 255)
colors = np.stack([red, 255 - red, np.roll(red, 3, axis=2)], axis=3)
write_series(dicom('rgb'), red.astype(np.uint8), affine(), edit=color('RGB', 0))
case('rgb', colors[..., 1], affine(), options={'component': 1})
write_series(dicom('rgb-planar'), red.astype(np.uint8), affine(), edit=color('RGB', 1))
case('rgb-planar', colors[..., 2], affine(), options={'component': 2})
to_ybr = np.array([[0.299, 0.587, 0.114], [-0.168736, -0.331264, 0.5], [0.5, -0.418688, -0.081312]])
write_series(dicom('ybr'), red.astype(np.uint8), affine(),
             edit=color('YBR_FULL', 0, lambda rgb: np.clip(np.round(rgb @ to_ybr.T + [0, 128, 128]), 0, 255)))
case('ybr', colors[..., 0], affine(), tolerance=2, options={'component': 0})


def palette(data, k):
    data.PhotometricInterpretation = 'PALETTE COLOR'
    for name, table in [('Red', np.arange(256)), ('Green', 255 - np.arange(256)), ('Blue', np.arange(256) // 2)]:
        setattr(data, f'{name}PaletteColorLookupTableDescriptor', [256, 0, 16])
        setattr(data, f'{name}PaletteColorLookupTableData', (table * 257).astype(np.uint16).tobytes())


write_series(dicom('palette'), red.astype(np.uint8), affine(), edit=palette)
case('palette', 255 - red, affine(), options={'component': 1})
rgb8 = f'{OUT}/rgb/dicom'
for name, command in [('gdcm-rgb-j2k', ['gdcmconv', '--j2k']), ('gdcm-rgb-jpegls', ['gdcmconv', '--jpegls']),
                      ('gdcm-rgb-rle', ['gdcmconv', '--rle']), ('dcmtk-rgb-lossless', ['dcmcjpeg', '+e1'])]:
    convert(name, rgb8, [*command, '{input}', '{output}'])
    case(name, colors[..., 1], affine(), options={'component': 1})


# Enhanced multi-frame files, the frames in any order.
def enhanced(path, array, matrix, sop_class, frames, series='1.2.3.8', slope=1, intercept=0, extra=None):
    data = new_file(sop_class)
    data.SeriesInstanceUID = series
    data.SeriesNumber = 1
    data.Modality = 'CT' if sop_class == ENHANCED_CT else 'MR'
    data.ImageType = ['ORIGINAL', 'PRIMARY', 'VOLUME', 'NONE']
    set_pixels(data, array[frames])
    data.NumberOfFrames = len(frames)
    shared = Dataset()
    measures = Dataset()
    measures.PixelSpacing = [SPACING[1], SPACING[0]]
    measures.SliceThickness = 1
    measures.SpacingBetweenSlices = SPACING[2]
    orientation = Dataset()
    row, column = (np.array(matrix[axis]) / np.linalg.norm(matrix[axis]) for axis in 'ij')
    orientation.ImageOrientationPatient = [f'{x:.10g}' for x in [*row, *column]]
    transformation = Dataset()
    transformation.RescaleSlope, transformation.RescaleIntercept, transformation.RescaleType = slope, intercept, 'HU'
    shared.PixelMeasuresSequence = Sequence([measures])
    shared.PlaneOrientationSequence = Sequence([orientation])
    shared.PixelValueTransformationSequence = Sequence([transformation])
    data.SharedFunctionalGroupsSequence = Sequence([shared])
    groups = []
    for frame in frames:
        group = Dataset()
        position = Dataset()
        position.ImagePositionPatient = [f'{x:.8g}' for x in np.array(matrix['origin']) + np.array(matrix['k']) * (frame % DEPTH)]
        content = Dataset()
        content.StackID = '1'
        content.InStackPositionNumber = frame % DEPTH + 1
        content.TemporalPositionIndex = frame // DEPTH + 1
        group.PlanePositionSequence = Sequence([position])
        group.FrameContentSequence = Sequence([content])
        groups.append(group)
    data.PerFrameFunctionalGroupsSequence = Sequence(groups)
    data.save_as(path, write_like_original=False)


shuffled = [4, 0, 8, 2, 6, 1, 7, 3, 5]
enhanced(f"{dicom('enhanced-ct')}/one", stored, affine('oblique'), ENHANCED_CT, shuffled, intercept=-1024)
case('enhanced-ct', hu, affine('oblique'))
folder = dicom('enhanced-mr-files')
enhanced(f'{folder}/one', stored, affine(), ENHANCED_MR, [0, 2, 4, 6, 8])
enhanced(f'{folder}/two', stored, affine(), ENHANCED_MR, [1, 3, 5, 7])
case('enhanced-mr-files', stored, affine())
twice = np.concatenate([stored, stored + 1])
enhanced(f"{dicom('enhanced-times')}/one", twice, affine(), ENHANCED_MR, list(range(2 * DEPTH)))
case('enhanced-times', stored + 1, affine(), options={'time': 1})
for name, command in [('gdcm-enhanced-j2k', ['gdcmconv', '--j2k']), ('dcmtk-enhanced-rle', ['dcmcrle']),
                      ('dcmtk-enhanced-jpegls', ['dcmcjpls']), ('dcmtk-enhanced-fragments', ['dcmcjpls', '+fs', '1'])]:
    convert(name, f'{OUT}/enhanced-ct/dicom', [*command, '{input}', '{output}'])
    case(name, hu, affine('oblique'))


# Segmentations: of a bit, fractional, and labels; slices without segments left out.
def segmentation(path, frames, kind, segments):
    data = new_file(SEG)
    data.SeriesInstanceUID = generate_uid()
    data.Modality = 'SEG'
    data.SegmentationType = kind
    array = np.stack([frame for _, _, frame in frames])
    set_pixels(data, array.astype(np.uint8))
    data.NumberOfFrames = len(frames)
    if kind == 'BINARY':
        data.BitsAllocated = data.BitsStored = 1
        data.HighBit = 0
        data.PixelData = np.packbits(array.astype(np.uint8).ravel(), bitorder='little').tobytes()
        data.PixelData += b'\0' * (len(data.PixelData) % 2)
    if kind == 'FRACTIONAL':
        data.MaximumFractionalValue = 200
    items = []
    for number, label in segments:
        item = Dataset()
        item.SegmentNumber, item.SegmentLabel, item.SegmentAlgorithmType = number, label, 'MANUAL'
        # CIELab of sRGB red, relative to D50, as 16-bit numbers: L 54.29, a 80.81, b 69.89.
        item.RecommendedDisplayCIELabValue = [35579, 53665, 50858]
        items.append(item)
    data.SegmentSequence = Sequence(items)
    shared, measures, orientation = Dataset(), Dataset(), Dataset()
    measures.PixelSpacing, measures.SpacingBetweenSlices = [SPACING[1], SPACING[0]], SPACING[2]
    orientation.ImageOrientationPatient = [1, 0, 0, 0, 1, 0]
    shared.PixelMeasuresSequence, shared.PlaneOrientationSequence = Sequence([measures]), Sequence([orientation])
    data.SharedFunctionalGroupsSequence = Sequence([shared])
    groups = []
    for segment, k, _ in frames:
        group, position, identification = Dataset(), Dataset(), Dataset()
        position.ImagePositionPatient = [-50, 20, 100 + k * SPACING[2]]
        group.PlanePositionSequence = Sequence([position])
        if segment:
            identification.ReferencedSegmentNumber = segment
            group.SegmentIdentificationSequence = Sequence([identification])
        groups.append(group)
    data.PerFrameFunctionalGroupsSequence = Sequence(groups)
    data.save_as(path, write_like_original=False)


first, second = hu > 500, hu < -500
names = [(1, 'bone'), (2, 'air')]
labels = np.where(second, 2, np.where(first, 1, 0))
segmentation(f"{dicom('seg-binary')}/seg.dcm", [(s, k, mask[k]) for s, mask in [(1, first), (2, second)] for k in range(DEPTH)],
             'BINARY', names)
case('seg-binary', labels, affine(), labels=['bone', 'air'])
sparse = labels * 0
for k in (1, 2, 6):
    sparse[k] = first[k]
segmentation(f"{dicom('seg-sparse')}/seg.dcm", [(1, k, first[k]) for k in (6, 1, 2)], 'BINARY', names[:1])
case('seg-sparse', sparse[1:7], affine(origin=(-50, 20, 102.5)), labels=['bone'])
segmentation(f"{dicom('seg-far')}/seg.dcm", [(1, k, first[k]) for k in (0, 8)], 'BINARY', names[:1])
far = labels * 0
far[0], far[8] = first[0], first[8]
case('seg-far', far, affine(), labels=['bone'])
segmentation(f"{dicom('seg-fractional')}/seg.dcm", [(1, k, first[k] * 120 + (1 - first[k]) * 90) for k in range(DEPTH)],
             'FRACTIONAL', names[:1])
case('seg-fractional', first, affine(), labels=['bone'])
segmentation(f"{dicom('seg-labelmap')}/seg.dcm", [(0, k, labels[k]) for k in range(DEPTH)], 'LABELMAP', names)
case('seg-labelmap', labels, affine(), labels=['bone', 'air'])
both = hu > 0
segmentation(f"{dicom('seg-overlapping')}/seg.dcm", [(s, k, mask[k]) for k in range(DEPTH) for s, mask in [(1, both), (2, first)]],
             'BINARY', names)
case('seg-overlapping', both, affine(), options={'labels': [1]}, labels=['bone', 'air'])

# No position at all: the order of the instance numbers, and no anatomy.
def forget(data, k):
    del data.ImagePositionPatient, data.ImageOrientationPatient


write_series(dicom('no-position'), hu.astype(np.int16), affine(), order=range(1, DEPTH + 1), edit=forget)
plain = {'i': [0.7, 0, 0], 'j': [0, 0.9, 0], 'k': [0, 0, 2.5], 'origin': [0, 0, 0]}
case('no-position', hu, plain, anatomical=False)
os.remove(f'{OUT}/decoded.dcm')
shutil.rmtree(f'{OUT}/sources')
