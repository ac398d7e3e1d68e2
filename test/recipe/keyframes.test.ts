/** Keyframes: the file's form, and the options between two of them. */
import { expect, it } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import { checkKeyframes, interpolateKeys, optionsOfKey, type ResolvedKey } from '../../src/recipe/keyframes.js';
import type { OptionTexts } from '../../src/recipe/options.js';
import type { ReadRecipe } from '../../src/recipe/recipe.js';
import { createTransferFunction } from '../../src/transfer/transfer-function.js';

const CAMERA: Camera = { projection: 'orthographic', eye: [0, -9, 0], target: [0, 0, 0], up: [0, 0, 1], height: 5 };

const key = (frame: number, options: OptionTexts, more: Partial<ResolvedKey> = {}): ResolvedKey => ({
  ...{ frame, options, ease: 'through', camera: CAMERA, transfer: undefined, time: 0 },
  ...more,
});
const optionsAt = (keys: readonly ResolvedKey[], frame: number) => interpolateKeys(keys)[frame]!.changes.options;

it('has the options of a key at its frame, and eased ones between', () => {
  const keys = [key(0, { window: '0,100', time: '0' }), key(4, { window: '40,300', time: '10' })];
  expect(interpolateKeys(keys)).toHaveLength(5);
  expect(optionsAt(keys, 0)).toEqual({ window: '0,100', time: '0' });
  expect(optionsAt(keys, 2)).toEqual({ window: '20,200', time: '5' });
  // 3/16 − 2/64 of the way.
  expect(optionsAt(keys, 1)).toEqual({ window: '6.25,131.25', time: '2' });
  expect(optionsAt(keys, 4)).toEqual({ window: '40,300', time: '10' });
});

it('goes at one speed where it is linear, and passes keys without a halt', () => {
  const linear = [key(0, { 'light-size': '0' }, { ease: 'linear' }), key(4, { 'light-size': '8' })];
  expect([1, 2, 3].map((frame) => optionsAt(linear, frame)['light-size'])).toEqual(['2', '4', '6']);
  const sizes = (ease: 'stop' | 'through') => {
    const keys = [
      key(0, { 'light-size': '0' }),
      key(100, { 'light-size': '10' }, { ease }),
      key(200, { 'light-size': '20' }),
    ];
    return interpolateKeys(keys).map(({ changes }) => Number(changes.options['light-size']));
  };
  expect(sizes('through')[101]! - sizes('through')[99]!).toBeCloseTo(0.2, 2);
  expect(sizes('stop')[101]! - sizes('stop')[99]!).toBeLessThan(0.01);
});

it('changes numbers in lists, and keeps words, colours and options that stay', () => {
  const from = { clip: ['0,0,1,-20', '1,0,0,3'], iso: '100:#00ff00:0.5,-4:tan', mode: 'isosurface', view: 'left' };
  const to = { clip: ['0,1,0,20', '1,0,0,3'], iso: '200:#00ff00:1,-8:tan', mode: 'isosurface', view: 'top' };
  expect(optionsAt([key(0, from), key(2, to)], 1)).toEqual({
    clip: ['0,0.5,0.5,0', '1,0,0,3'],
    iso: '150:#00ff00:0.75,-6:tan',
  });
});

it('changes transfer functions, which stand for the options that made them', () => {
  const ramp = (high: number) =>
    createTransferFunction({
      colors: [
        { value: 0, color: '#000000' },
        { value: high, color: '#ffffff' },
      ],
      opacities: [
        { value: 0, opacity: 0 },
        { value: high, opacity: 1 },
      ],
    });
  const keys = [
    key(0, { transfer: 'bone' }, { transfer: ramp(100) }),
    key(2, { transfer: 'mr' }, { transfer: ramp(300) }),
  ];
  const frames = interpolateKeys(keys).map(({ changes }) => changes);
  expect(frames.map(({ transfer }) => transfer)).toEqual([ramp(100), ramp(200), ramp(300)]);
  expect(frames.map(({ options }) => options.transfer)).toEqual(['bone', 'bone', 'mr']);
});

it.each([
  [
    { mode: 'mip' },
    { mode: 'composite' },
    '--mode: differs between keyframes, but cannot be interpolated; give both the same',
  ],
  [{ clip: ['0,0,1,0'] }, {}, '--clip: must be given in all keyframes, as often, or in none'],
  [
    { iso: '100:red' },
    { iso: '200:tan' },
    '--iso: "100:red" and "200:tan" of two keyframes differ in more than numbers',
  ],
  [{ crop: '1:5,:,:' }, { crop: ':,1:5,:' }, '--crop: "1:5,:,:" and ":,1:5,:" of two keyframes differ in more than'],
] as readonly (readonly [OptionTexts, OptionTexts, string])[])('refuses %j to %j', (from, to, message) => {
  expect(() => interpolateKeys([key(0, from), key(2, to)])).toThrow(message);
});

it('takes of a view what it looks like, and not how large or how well it was rendered', () => {
  const options = { size: '64x48', quality: 'plain', window: '0,1', time: '3', component: '1', view: 'top' };
  expect(optionsOfKey({ options } as unknown as ReadRecipe)).toEqual({ window: '0,1', time: '3', view: 'top' });
});

const VIEW = { view: 'left' };

it('reads names of files, and recipes that need no inputs', () => {
  const [first, second] = checkKeyframes({
    version: 1,
    keys: [
      { frame: 0, view: 'a.png' },
      { frame: 9, view: { window: [0, 5], camera: CAMERA }, ease: 'stop' },
    ],
  });
  expect(first).toEqual({ frame: 0, ease: 'through', view: 'a.png' });
  expect(second).toMatchObject({ frame: 9, ease: 'stop', view: { options: { window: '0,5' }, camera: CAMERA } });
});

it.each([
  [[], 'it must be an object'],
  [{ version: 2, keys: [] }, 'its version must be 1'],
  [{ keys: [{ frame: 0, view: VIEW }] }, 'its keys must be a list of two or more'],
  [
    {
      keys: [
        { frame: 1, view: VIEW },
        { frame: 2, view: VIEW },
      ],
    },
    'its key 0 must be at frame 0',
  ],
  [
    {
      keys: [
        { frame: 0, view: VIEW },
        { frame: 0, view: VIEW },
      ],
    },
    'its key 1 must be at a later frame',
  ],
  [
    {
      keys: [
        { frame: 0, view: VIEW },
        { frame: 0.5, view: VIEW },
      ],
    },
    'its key 1 must have a frame, a whole number',
  ],
  [
    {
      keys: [
        { frame: 0, view: VIEW, ease: 'fast' },
        { frame: 1, view: VIEW },
      ],
    },
    'ease of through, stop, linear',
  ],
  [
    {
      keys: [
        { frame: 0, view: 5 },
        { frame: 1, view: VIEW },
      ],
    },
    "its key 0's view must be an object",
  ],
  [
    {
      keys: [
        { frame: 0, view: { output: 'x' } },
        { frame: 1, view: VIEW },
      ],
    },
    'its key 0 has a view that cannot be read',
  ],
  [
    {
      keys: [
        { frame: 0, look: VIEW },
        { frame: 1, view: VIEW },
      ],
    },
    'its key 0 has a "look"',
  ],
  [{ frames: 9, keys: [] }, 'its "frames" is no field of keyframes'],
])('refuses %j', (json, message) => {
  expect(() => checkKeyframes(json)).toThrow(message);
});
