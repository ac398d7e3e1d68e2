"""Writes test/files/dicom/codestreams.json: one small slice, compressed by dcmtk, gdcm and Pillow. Usage: python3 make_codestreams.py FILE."""
import base64
import io
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import pydicom
from PIL import Image
from pydicom.dataset import FileDataset, FileMetaDataset
from pydicom.encaps import generate_pixel_data_frame
from pydicom.uid import ExplicitVRLittleEndian, generate_uid

COLUMNS, ROWS = 12, 9
folder = tempfile.mkdtemp()


def write(path, array, bits):
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = '1.2.840.10008.5.1.4.1.1.2'
    meta.MediaStorageSOPInstanceUID = generate_uid()
    meta.TransferSyntaxUID = ExplicitVRLittleEndian
    data = FileDataset(None, {}, file_meta=meta, preamble=b'\0' * 128)
    data.is_little_endian, data.is_implicit_VR = True, False
    data.SOPClassUID, data.SOPInstanceUID = meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID
    data.Rows, data.Columns, data.SamplesPerPixel = ROWS, COLUMNS, 1
    data.PhotometricInterpretation = 'MONOCHROME2'
    data.BitsAllocated = array.dtype.itemsize * 8
    data.BitsStored, data.HighBit, data.PixelRepresentation = bits, bits - 1, 0
    if array.ndim == 3:
        data.SamplesPerPixel, data.PhotometricInterpretation, data.PlanarConfiguration = 3, 'RGB', 0
    data.PixelData = array.tobytes()
    data.save_as(path, write_like_original=False)


y, x = np.mgrid[0:ROWS, 0:COLUMNS]
samples = ((x * 331 + y * 97) % 4096).astype(np.uint16)
smooth = (x * 15 + y * 7 + 10).astype(np.uint8)
colors = np.stack([smooth, 255 - smooth, smooth // 2], axis=2).astype(np.uint8)
write(f'{folder}/u12', samples, 12)
write(f'{folder}/u8', smooth, 8)
write(f'{folder}/rgb', colors, 8)
streams = []
for name, source, command in [
        ('JPEG-LS, dcmtk', 'u12', ['dcmcjpls']), ('JPEG-LS, gdcm', 'u12', ['gdcmconv', '--jpegls']),
        ('JPEG-LS in colour, gdcm', 'rgb', ['gdcmconv', '--jpegls']),
        ('JPEG 2000, gdcm', 'u12', ['gdcmconv', '--j2k']), ('JPEG 2000 in colour, gdcm', 'rgb', ['gdcmconv', '--j2k']),
        ('JPEG lossless, gdcm', 'u12', ['gdcmconv', '--jpeg']),
        ('JPEG lossless in colour, dcmtk', 'rgb', ['dcmcjpeg', '+e1']),
        *[(f'JPEG lossless, selection value {sv}, dcmtk', 'u12', ['dcmcjpeg', '+el', '+sv', str(sv)]) for sv in range(1, 8)],
        ('JPEG lossless, point transform 2, dcmtk', 'u12', ['dcmcjpeg', '+el', '+pt', '2']),
        ('JPEG, gdcm', 'u8', ['gdcmconv', '--jpeg', '--lossy', '-q', '100']),
        ('JPEG of 12 bits, dcmtk', 'u12', ['dcmcjpeg', '+ee']),
        ('RLE, dcmtk', 'u12', ['dcmcrle']), ('RLE in colour, gdcm', 'rgb', ['gdcmconv', '--rle'])]:
    subprocess.run([*command, f'{folder}/{source}', f'{folder}/out'], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    data = pydicom.dcmread(f'{folder}/out')
    fragments = list(generate_pixel_data_frame(data.PixelData, 1))
    streams.append({'name': name, 'source': source, 'syntax': str(data.file_meta.TransferSyntaxUID),
                    'photometric': data.PhotometricInterpretation, 'base64': base64.b64encode(fragments[0]).decode()})
    os.remove(f'{folder}/out')


def add_picture(name, syntax, photometric, image, kind, **options):
    """A colour stream by Pillow; JPEGs without their markers of JFIF and Adobe."""
    file = io.BytesIO()
    image.save(file, kind, **options)
    stream = file.getvalue()
    for marker in [b'\xff\xe0', b'\xff\xee'] if kind == 'JPEG' else []:
        at = stream.find(marker)
        if at >= 0:
            stream = stream[:at] + stream[at + 2 + int.from_bytes(stream[at + 2:at + 4], 'big'):]
    if kind == 'JPEG' and options.get('keep_rgb'):
        # Numbers in place of the letters R, G and B, in the frame and in the scan.
        frame, scan = stream.find(b'\xff\xc0') + 10, stream.find(b'\xff\xda') + 5
        changed = bytearray(stream)
        for component in range(3):
            changed[frame + 3 * component] = changed[scan + 2 * component] = component + 1
        stream = bytes(changed)
    streams.append({'name': name, 'source': 'rgb', 'syntax': f'1.2.840.10008.1.2.4.{syntax}',
                    'photometric': photometric, 'base64': base64.b64encode(stream).decode()})


rgb = Image.fromarray(colors)
ybr = Image.fromarray(np.asarray(rgb.convert('YCbCr')))
add_picture('JPEG, in RGB without markers, Pillow', 50, 'RGB', rgb, 'JPEG', quality=100, keep_rgb=True)
add_picture('JPEG, in YCbCr without markers, Pillow', 50, 'YBR_FULL', rgb, 'JPEG', quality=100, subsampling=0)
add_picture('JPEG, in YCbCr with shared chroma, declared RGB, Pillow', 50, 'RGB', rgb, 'JPEG', quality=100, subsampling=1)
add_picture('JPEG 2000, in YCbCr that it leaves, Pillow', 90, 'YBR_FULL', ybr, 'JPEG2000', mct=0, no_jp2=True)
with open(sys.argv[1], 'w') as file:
    json.dump({'columns': COLUMNS, 'rows': ROWS,
               'sources': {'u12': samples.ravel().tolist(), 'u8': smooth.ravel().tolist(), 'rgb': colors.ravel().tolist()},
               'streams': streams}, file)
