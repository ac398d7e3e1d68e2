/** Numbers that TypeScript and WGSL both know. */
import { expect, it } from 'vitest';
import { SHADER_SOURCES } from '../../src/gpu/shader-sources.js';
import { BLUE_NOISE_SIZE } from '../../src/math/blue-noise.js';
import { boxHalfSpaces } from '../../src/math/plane.js';
import { MAX_OPACITY } from '../../src/transfer/integral-table.js';
import { NEAREST_BIAS } from '../../src/volume/mask.js';

it.each([
  ['cast/cast.wgsl', 'NOISE_SIDE', BLUE_NOISE_SIZE],
  ['cast/mask.wgsl', 'NEAREST_BIAS', NEAREST_BIAS],
  ['cast/preintegrated.wgsl', 'MAX_OPACITY', MAX_OPACITY],
  ['cast/cast_ray.wgsl', 'BOX_PLANES', boxHalfSpaces([0, 0, 0], [1, 1, 1]).length],
])('%s: %s is the same on both sides', (path, name, value) => {
  const [, text] = new RegExp(`const ${name} = ([\\d.e-]+)u?;`).exec(SHADER_SOURCES[path]!)!;
  expect(Number(text)).toBe(value);
});
