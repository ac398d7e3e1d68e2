/** Kernels that are linked when building: the ones that ordinary frames ask for, as linking at run time would make them. */
import { LINKED_SHADERS } from 'virtual:linked-shaders';
import { expect, it } from 'vitest';
import { link } from 'wesl/core';
import { linkKey } from '../../src/gpu/link-key.js';
import { SHADER_SOURCES } from '../../src/gpu/shader-sources.js';

it.each([
  ['cast/volume/unpack.wgsl', {}],
  ['cast/ray/cast.wgsl', { volume: true, hardware_filter: true, table_filter: true, clip: false }],
  ['cast/ray/cast.wgsl', { volume: true, hardware_filter: true, table_filter: true, skip: true, clip: false }],
  ['cast/ray/cast.wgsl', { volume: true, hardware_filter: true, table_filter: true, skip: true, shade: true }],
  ['cast/ray/cast.wgsl', { volume: true, mip: true, hardware_filter: true, table_filter: true }],
  [
    'cast/ray/cast.wgsl',
    { volume: true, scale_opacity: true, hardware_filter: true, table_filter: true, skip: true, shade: true },
  ],
  ['cast/bricks/activity.wgsl', { mask: false }],
  ['cast/bricks/distances.wgsl', { last: false }],
] as const)('%s with %o is linked already', (path, conditions) => {
  expect(Object.keys(LINKED_SHADERS)).toContain(linkKey(path, conditions));
});

it.each(Object.keys(LINKED_SHADERS))('%s is what linking gives', async (key) => {
  const [rootModuleName = '', ...names] = key.split(' ');
  const conditions = Object.fromEntries(names.map((name) => [name, true]));
  const options = { keepComments: false, sourceMap: false };
  const { dest } = await link({ weslSrc: SHADER_SOURCES, rootModuleName, conditions, ...options });
  expect(LINKED_SHADERS[key]).toBe(dest);
});
