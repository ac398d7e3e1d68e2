/** Files that a saved view needs: named with their digests where they are not open. */
import { describe, expect, it } from 'vitest';
import { DOCUMENT_DEFAULTS } from '../../../src/viewer/document/document.js';
import { formatDocument } from '../../../src/viewer/document/format-document.js';
import { describeMissing, findMissing, listNeeded } from '../../../src/viewer/document/needed-files.js';

const [SCAN, LABELS, SLICE] = ['ab', 'cd', 'ef'].map((byte) => byte.repeat(32)) as [string, string, string];
const parts = { version: '1.2.3', camera: undefined, transfer: undefined, width: 8, height: 8 };

describe('a saved view', () => {
  const text = formatDocument(DOCUMENT_DEFAULTS, {
    ...parts,
    inputs: [
      { path: 'in/scan.nrrd', kind: 'volume', sha256: SCAN },
      { path: '3 files', kind: 'volume', files: [{ path: '0.dcm', sha256: SLICE }, { path: '1.dcm' }] },
      { path: 'labels.nrrd', kind: 'labels', sha256: LABELS },
    ],
  });
  const needed = listNeeded(text, 'view.json');

  it('needs all that it was made of', () => {
    expect(needed).toEqual([
      { name: 'scan.nrrd', sha256: SCAN },
      { name: '0.dcm', sha256: SLICE },
      { name: '1.dcm', sha256: undefined },
      { name: 'labels.nrrd', sha256: LABELS },
    ]);
    expect(listNeeded('{"opacities": []}', 'transfer.json')).toEqual([]);
    expect(() => listNeeded('7', 'view.json')).toThrow(/^view\.json: must be an object/);
  });

  it('says which of them are not open: by their digests, or by their names where there are none', () => {
    const open = [
      { path: 'renamed.nrrd', kind: 'volume' as const, sha256: SCAN },
      { path: 'labels.nrrd', kind: 'labels' as const, sha256: SCAN },
      { path: '2 files', kind: 'volume' as const, files: [{ path: '1.dcm', sha256: LABELS.replace('c', 'a') }] },
    ];
    const missing = findMissing(needed, open);
    expect(missing).toEqual([
      { name: '0.dcm', sha256: SLICE, hasNamesake: false },
      { name: 'labels.nrrd', sha256: LABELS, hasNamesake: true },
    ]);
    expect(describeMissing(missing, needed.length)).toEqual([
      'This view was made of 4 files, and needs 2 files that are not open. Drop here:',
      `0.dcm, SHA-256 ${SLICE}`,
      `labels.nrrd, SHA-256 ${LABELS}, the open one of that name is another`,
    ]);
    expect(describeMissing([], 4)).toEqual([]);
    expect(
      findMissing(needed, [...open, { path: '0.dcm', kind: 'volume' }, { path: 'labels.nrrd', kind: 'labels' }]),
    ).toEqual([]);
  });
});
