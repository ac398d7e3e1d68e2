/** Tens of thousands of damages of DICOM files, plain and compressed: none crashes, hangs, or takes memory by the way. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDicom } from '../../../src/files/dicom/dicom.js';
import { expectToSurvive } from '../corrupt.js';
import { sourceOf } from '../volumes/nrrd/write-nrrd.js';
import { type Elements, sliceElements, writeDicom, writeSlice } from './write-dicom.js';

const name = 'head.dcm';
const read = (bytes: Uint8Array) => readDicom({ ...sourceOf(bytes), name }, {});

test('plain files', { timeout: 3_600_000 }, async () => {
  const nested: Elements = { '00081140 SQ': [{ '00081150 UI': '1.2', '00081199 SQ': [{ '00081155 UI': '3' }] }] };
  const forms = [
    {},
    { explicit: false },
    { littleEndian: false },
    { undefinedLengths: true },
    { deflated: true },
    { preamble: false },
  ];
  const files = forms.map((form) => writeSlice(0, { ...nested, '00280120 US': [1000] }, form));
  expect(await expectToSurvive(files, 1000, read, { seed: 83, rounds: 25_000, name })).toBeGreaterThan(3000);
});

test('compressed files', { timeout: 3_600_000 }, async () => {
  const { columns, rows, streams } = JSON.parse(readFileSync(join(import.meta.dirname, 'codestreams.json'), 'utf8'));
  const { '7FE00010 OW': _, ...elements } = sliceElements(0);
  const files = streams.map(({ source, syntax, photometric, base64 }: Record<string, string>) => {
    const bits = source === 'u12' ? 12 : 8;
    const described = {
      ...{ '00280002 US': [source === 'rgb' ? 3 : 1], '00280004 CS': photometric!, '00280006 US': [0] },
      ...{ '00280010 US': [rows], '00280011 US': [columns], '00280100 US': [bits > 8 ? 16 : 8] },
      ...{ '00280101 US': [bits], '00280102 US': [bits - 1] },
    };
    const fragments = [new Uint8Array(), new Uint8Array(Buffer.from(base64!, 'base64'))];
    return writeDicom({ ...elements, ...described }, { syntax: syntax!, fragments });
  });
  // Each decoder has memory of its own from its first frame on.
  for (const file of files) await read(file).catch(() => undefined);
  expect(
    await expectToSurvive(files, 2000, read, { seed: 84, rounds: 20_000, name, growthBytesMax: 1 << 29 }),
  ).toBeGreaterThan(1000);
});
