/** Callers without types: what they hand over by mistake is named in an InputError, not met as a TypeError further in. */
import { describe, expect, it } from 'vitest';
import { createCamera, createMesh, createVolume } from '../src/index.js';

const POSE = { projection: 'perspective', eye: [0, 0, -1], target: [0, 0, 0], up: [0, 1, 0], fovDegrees: 30 } as const;
const VOLUME = { sizes: [1, 1, 2], voxels: new Uint8Array(2) } as const;
const MESH = { positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) };

describe('what has the wrong type', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['no camera', () => createCamera(undefined as never), /camera's eye must be three finite numbers, not undefined/],
    ['a camera of NaN', () => createCamera({ ...POSE, up: [0, Number.NaN, 0] }), /up must be .*NaN/],
    ['an eye of two', () => createCamera({ ...POSE, eye: [0, 1] as never }), /eye must be three/],
    ['an eye of text', () => createCamera({ ...POSE, eye: ['0', '1', '2'] as never }), /eye must be three/],
    ['an angle of NaN', () => createCamera({ ...POSE, fovDegrees: Number.NaN }), /field of view/],
    [
      'voxels of bigints',
      () => createVolume({ ...VOLUME, voxels: new BigInt64Array(2) as never }),
      /not BigInt64Array/,
    ],
    [
      'voxels of a list',
      () => createVolume({ ...VOLUME, voxels: [1, 2] as never }),
      /typed array of numbers, not Array/,
    ],
    ['no voxels', () => createVolume({ ...VOLUME, voxels: undefined as never }), /not undefined/],
    ['two sizes', () => createVolume({ ...VOLUME, sizes: [1, 2] as never }), /sizes must be three/],
    ['sizes of text', () => createVolume({ ...VOLUME, sizes: ['1', '1', '2'] as never }), /positive integers/],
    ['triangles of odd length', () => createMesh({ ...MESH, triangles: Uint32Array.of(0, 1) }), /three indices each/],
    ['triangles of a list', () => createMesh({ ...MESH, triangles: [0, 1, 2] as never }), /a Uint32Array/],
    ['no positions', () => createMesh({ ...MESH, positions: undefined as never }), /a Float32Array/],
  ])('is named: %s', (_, make, message) => {
    expect(make).toThrow(expect.objectContaining({ tag: 'input', message: expect.stringMatching(message) }));
  });
});
