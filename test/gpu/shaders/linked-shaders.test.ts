/** Kernels that are linked when building: the ones that ordinary frames ask for, as linking at run time would make them. */
import { LINKED_SHADERS } from 'virtual:linked-shaders';
import { expect, it } from 'vitest';
import { link } from 'wesl/core';
import { completeScene } from '../../../src/cast/complete-scene.js';
import { loadCastKernel } from '../../../src/cast/frame/cast-kernel.js';
import { planFrame } from '../../../src/cast/frame/plan-frame.js';
import { ruleAdapterOf } from '../../../src/cast/frame/rule-adapter.js';
import { NO_HISTORY } from '../../../src/cast/mesh/mesh-store.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import { takeApart } from '../../../src/cast/scene-parts.js';
import { type GivenSettings, RENDER_DEFAULTS, settle } from '../../../src/cast/settings.js';
import type { AdapterKind } from '../../../src/gpu/adapter-traits.js';
import type { Gpu } from '../../../src/gpu/gpu.js';
import type { KernelVariant } from '../../../src/gpu/kernels.js';
import { linkKey } from '../../../src/gpu/shaders/link-key.js';
import { SHADER_SOURCES } from '../../../src/gpu/shaders/shader-sources.js';
import { createCamera, createShading, createTransferFunction, createVolume } from '../../../src/index.js';
import { ShapeSequence } from '../../../src/shapes/shape-sequence.js';

it.each([
  ['cast/volume/unpack.wgsl', {}],
  ['cast/bricks/ranges.wgsl', {}],
  ['cast/bricks/activity.wgsl', { mask: false }],
  ['cast/bricks/distances.wgsl', { last: false }],
  ['cast/bricks/distances.wgsl', { last: true }],
])('%s with %o is linked already', (path, conditions) => {
  expect(Object.keys(LINKED_SHADERS)).toContain(linkKey(path, conditions));
});

const VIEW = { eye: [300, -200, 250], target: [0, 0, 0], up: [0, 0, 1] } as const;

/** The key of the kernel that casts `scene` on an adapter that is like one of `kind`, but compiles nothing. */
async function castKey(kind: AdapterKind, scene: VolumeScene, given: Partial<GivenSettings> = {}): Promise<string> {
  const isGpu = kind === 'gpu';
  const features = new Set(['float32-filterable', 'subgroups', ...(isGpu ? ['texture-formats-tier1'] : [])]);
  const size = isGpu ? 32 : 8;
  const limits = {
    maxComputeInvocationsPerWorkgroup: 1024,
    maxComputeWorkgroupStorageSize: 2 ** 15,
    maxStorageBuffersPerShaderStage: 16,
  };
  let key = '';
  const kernels = {
    get: async (path: string, { conditions = {} }: KernelVariant<'cast/ray/cast.wgsl'>) => {
      key = linkKey(path, conditions as Record<string, boolean>);
    },
  };
  const gpu = {
    traits: { kind, subgroupSizes: { least: size, most: size } },
    has: (feature: string) => features.has(feature),
    device: { features, limits },
    software: !isGpu,
    kernels,
  } as unknown as Gpu;
  const settings = settle({ ...RENDER_DEFAULTS, ...given }, scene.mode);
  const camera = createCamera({ ...VIEW, projection: 'perspective', fovDegrees: 30 });
  const complete = completeScene(scene, camera, settings);
  const parts = takeApart(complete.scene);
  const shapes = new ShapeSequence(ruleAdapterOf(gpu));
  const plan = planFrame(gpu, shapes, parts, camera, settings, NO_HISTORY);
  await loadCastKernel(gpu, parts, camera, settings, plan);
  return key;
}

const volumes = [Uint8Array, Int16Array].flatMap((Voxels) =>
  [16, 128].map((side) => createVolume({ sizes: [side, side, side], voxels: new Voxels(side ** 3) })),
);
const transfer = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [
    { value: 10, opacity: 0 },
    { value: 90, opacity: 1 },
  ],
});

it.each(['gpu', 'llvmpipe', 'swiftshader'] as const)('ordinary frames on %s need no linker', async (kind) => {
  for (const volume of volumes) {
    const scenes = [{ shading: createShading() }, {}, { mode: 'mip' as const }].map((look) => ({
      volume,
      transfer,
      ...look,
    }));
    const keys = [
      ...scenes.flatMap((scene) => [castKey(kind, scene), castKey(kind, scene, { quality: 'plain' })]),
      ...(kind === 'gpu' ? [] : [castKey(kind, scenes[0]!, { counts: true })]),
    ];
    for (const key of await Promise.all(keys)) expect(Object.keys(LINKED_SHADERS)).toContain(key);
  }
});

it.each(Object.keys(LINKED_SHADERS))('%s is what linking gives', async (key) => {
  const [rootModuleName = '', ...names] = key.split(' ');
  const conditions = Object.fromEntries(names.map((name) => [name, true]));
  const options = { keepComments: false, sourceMap: false };
  const { dest } = await link({ weslSrc: SHADER_SOURCES, rootModuleName, conditions, ...options });
  const { default: known } = await LINKED_SHADERS[key]!();
  expect(known).toBe(dest);
});
