/** Labels that a file names, in the look of a volume that consists of them. */
import { expect, it } from 'vitest';
import { createMask, createVolume } from '../../../../src/index.js';
import { nameLabels } from '../../../../src/recipe/scene/labels/name-labels.js';

it('takes names and colours of the file, and keeps the others', () => {
  const labels = createVolume({ sizes: [2, 2, 1], voxels: Uint8Array.of(0, 1, 2, 3) });
  const styles = [1, 2, 3].map((label) => ({ label, color: [0.1, 0.2, 0.3] as const, opacity: 0.5 }));
  const named = nameLabels(createMask({ labels, styles }), [
    { label: 2, name: 'liver', color: [1, 0, 0] },
    { label: 3, name: 'spleen' },
    { label: 9, name: 'not there' },
  ]);
  expect(named.labels).toBe(labels);
  expect(named.styles).toEqual([
    { label: 1, color: [0.1, 0.2, 0.3], opacity: 0.5 },
    { label: 2, name: 'liver', color: [1, 0, 0], opacity: 0.5 },
    { label: 3, name: 'spleen', color: [0.1, 0.2, 0.3], opacity: 0.5 },
  ]);
});
