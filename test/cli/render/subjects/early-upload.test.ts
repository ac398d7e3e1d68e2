/** What is begun before all of a picture is known: by whom, and with which scene. */
import { expect, it } from 'vitest';
import { createEarlyUpload } from '../../../../src/cli/render/subjects/early-upload.js';
import { createCamera, createTransferFunction, createVolume, type Gpu, type Renderer } from '../../../../src/index.js';
import type { Subject } from '../../../../src/recipe/scene/view-options.js';

const camera = createCamera({
  eye: [0, -9, 0],
  target: [0, 0, 0],
  up: [0, 0, 1],
  projection: 'perspective',
  fovDegrees: 30,
});
const volume = createVolume({ sizes: [2, 2, 2], voxels: new Uint8Array(8) });
const transfer = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [{ value: 0, opacity: 1 }],
});
const [likely, known] = [
  { volume, transfer },
  { volume, transfer, clip: [] },
];

it.each([
  [true, likely],
  [false, known],
])('software %s: prepares one scene, once', async (software, expected) => {
  const prepared: unknown[] = [];
  const prepare = async (...given: unknown[]) => void prepared.push(given);
  const gpu = Promise.resolve({ software } as Gpu);
  const open = async () => ({ prepare }) as unknown as Renderer;
  const { onRead, onUnfitted } = createEarlyUpload({ open, rendering: { width: 9 } }, () => camera, gpu);
  const box = {} as Subject;
  await onRead(box, likely);
  expect(prepared).toHaveLength(software ? 1 : 0);
  onUnfitted(box, () => known);
  await new Promise(setImmediate);
  expect(prepared).toEqual([[expected, camera, { width: 9, alone: true }]]);
});

it('leaves it to the frame to say what fails', async () => {
  const failing = Promise.reject(new Error('no device'));
  failing.catch(() => undefined);
  const open = () => Promise.reject(new Error('never'));
  const { onRead, onUnfitted } = createEarlyUpload({ open, rendering: {} }, () => camera, failing);
  await onRead({} as Subject, likely);
  onUnfitted({} as Subject, () => known);
  await new Promise(setImmediate);
});
