/** Writes MRtrix's images for the tests. */
import { ascii, encode, join, rampOf } from '../nrrd/write-nrrd.js';

export type MrtrixFields = Readonly<Record<string, string | readonly string[] | undefined>>;

const BASIC: MrtrixFields = {
  dim: '5,4,3',
  vox: '2,3,1.5',
  layout: '+0,+1,+2',
  datatype: 'Int16LE',
  transform: ['0.6,-0.8,0,10', '0.8,0.6,0,20', '0,0,1,30'],
};

/** The header, whose file is another unless it says otherwise. */
export function mrtrixHeader(fields: MrtrixFields): Uint8Array {
  const lines = Object.entries({ ...BASIC, ...fields }).flatMap(([key, value]) =>
    value === undefined ? [] : [value].flat().map((text) => `${key}: ${text}`),
  );
  return ascii(['mrtrix image', ...lines, 'END', ''].join('\n'));
}

const DATA_START = 512;

/** Header and voxels in one. */
export function writeMrtrix(fields: MrtrixFields = {}, data = encode(rampOf('int16'), 'int16')): Uint8Array {
  const header = mrtrixHeader({ ...fields, file: `. ${DATA_START}` });
  return join(header, new Uint8Array(DATA_START - header.length), data);
}
