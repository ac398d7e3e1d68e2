/** Numbers that TypeScript and WGSL both know. */
import { expect, it } from 'vitest';
import { MAX_MESH_STYLES } from '../../../src/cast/mesh/styles.js';
import { MAX_OCCLUSION_RAYS } from '../../../src/cast/scene.js';
import { BOX_PLANES, MAX_HALF_SPACES, MAX_PLANES } from '../../../src/cast/volume/planes.js';
import { SHADER_SOURCES } from '../../../src/gpu/shaders/shader-sources.js';
import { BLUE_NOISE_SIZE } from '../../../src/math/blue-noise.js';
import { boxHalfSpaces } from '../../../src/math/half-space.js';
import { MAX_SUBPIXELS } from '../../../src/math/subpixels.js';
import { TURNING_HEIGHT } from '../../../src/reference/mesh/ambient-occlusion.js';
import { MAX_LIGHTS } from '../../../src/transfer/light/lights.js';
import { LEAST_LIFT } from '../../../src/transfer/light/shading.js';
import { MAX_LIGHT_OPACITY } from '../../../src/volume/grids/light-grid.js';
import { NEAREST_BIAS } from '../../../src/volume/mask.js';

it.each([
  ['cast/frame/pattern.wgsl', 'NOISE_SIDE', BLUE_NOISE_SIZE],
  ['cast/frame/pattern.wgsl', 'NOISE_QUADS', BLUE_NOISE_SIZE ** 2 / 4],
  ['cast/frame/pattern.wgsl', 'MAX_SUBPIXELS', MAX_SUBPIXELS],
  ['cast/volume/ray.wgsl', 'MAX_PLANES', MAX_PLANES],
  ['cast/mesh/appearance.wgsl', 'MAX_MESH_STYLES', MAX_MESH_STYLES],
  ['cast/volume/labels/mask.wgsl', 'NEAREST_BIAS', NEAREST_BIAS],
  ['cast/volume/ray.wgsl', 'BOX_PLANES', BOX_PLANES],
  ['cast/light/hemisphere.wgsl', 'TURNING_HEIGHT', TURNING_HEIGHT],
  ['cast/light/trace_light.wgsl', 'LEAST_LIFT', LEAST_LIFT],
  ['cast/light/lights.wgsl', 'MAX_LIGHTS', MAX_LIGHTS],
  ['cast/volume/density.wgsl', 'MAX_LIGHT_OPACITY', MAX_LIGHT_OPACITY],
  ['cast/volume/density.wgsl', 'MAX_HALF_SPACES', MAX_HALF_SPACES],
  ['cast/light/open_shares.wgsl', 'MAX_DIRECTIONS', MAX_OCCLUSION_RAYS],
])('%s: %s is the same on both sides', (path, name, value) => {
  const [, text] = new RegExp(`const ${name} = ([\\d.e-]+)u?;`).exec(SHADER_SOURCES[path]!)!;
  expect(Number(text)).toBe(value);
});

it('knows the faces of a box', () => {
  expect(BOX_PLANES).toBe(boxHalfSpaces([0, 0, 0], [1, 1, 1]).length);
});
