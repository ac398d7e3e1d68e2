/** Writes headers of Philips's PAR/REC files for the tests, with columns of version 4.2. */
import { ascii } from '../nrrd/write-nrrd.js';

export interface ParRow {
  readonly slice: number;
  readonly dynamic?: number;
  readonly index: number;
  readonly scaling?: readonly [intercept: number, slope: number];
  readonly angulation?: readonly [ap: number, fh: number, rl: number];
  readonly offcentre: readonly [ap: number, fh: number, rl: number];
  readonly orientation?: 1 | 2 | 3;
  readonly bits?: number;
}

const COLUMNS = [
  'slice number                             (integer)',
  'echo number                              (integer)',
  'dynamic scan number                      (integer)',
  'cardiac phase number                     (integer)',
  'image_type_mr                            (integer)',
  'scanning sequence                        (integer)',
  'index in REC file (in images)            (integer)',
  'image pixel size (in bits)               (integer)',
  'scan percentage                          (integer)',
  'recon resolution (x y)                   (2*integer)',
  'rescale intercept                        (float)',
  'rescale slope                            (float)',
  'scale slope                              (float)',
  'image angulation (ap,fh,rl in degrees )  (3*float)',
  'image offcentre (ap,fh,rl in mm )        (3*float)',
  'slice thickness (in mm )                 (float)',
  'slice gap (in mm )                       (float)',
  'slice orientation ( TRA/SAG/COR )        (integer)',
  'pixel spacing (x,y) (in mm)              (2*float)',
];

/** Slices of 5 × 4 pixels of 2 × 3 mm. */
export function writePar(rows: readonly ParRow[], columns: readonly string[] = COLUMNS): Uint8Array {
  const lines = rows.map(
    ({ slice, dynamic = 1, index, scaling = [0, 1], angulation = [0, 0, 0], offcentre, orientation = 1, bits = 16 }) =>
      [slice, 1, dynamic, 1, 0, 2, index, bits, 80, 5, 4, ...scaling, 0.004, ...angulation, ...offcentre, 1, 0.5]
        .concat([orientation, 2, 3])
        .join('  '),
  );
  return ascii(
    [
      '# === DATA DESCRIPTION FILE ======================================================',
      '.    Patient name                       :   1 phantom',
      '# === IMAGE INFORMATION DEFINITION =============================================',
      '#  The rest of this file contains ONE line per image, this line contains the following information:',
      ...columns.map((column) => `#  ${column}`),
      '# === IMAGE INFORMATION ==========================================================',
      ...lines,
      '',
    ].join('\r\n'),
  );
}
