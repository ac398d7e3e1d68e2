import { test, expect } from 'vitest';
import { readFileSync } from 'node:fs';
import { readNrrd } from '../../src/files/nrrd.js';
import { gunzip } from '../../src/files/gunzip.js';
test('x', async () => {
  for (const f of ['ct-head-angio', 'mr-brain']) {
  const bytes = readFileSync(`/work/shared/data/${f}.nrrd`);
  const t = performance.now();
  const { volume, notes } = await readNrrd({ name: f, bytes, gunzip, readSibling: async () => bytes }, {});
  console.log(performance.now() - t, volume.sizes, volume.indexToWorld, volume.anatomical, volume.voxels.slice(1e6, 1e6+5), notes);
  }
});
