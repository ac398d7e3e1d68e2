/** Kernels that are linked when building: the ones that ordinary frames ask for, as linking at run time would make them. */
import { LINKED_SHADERS } from 'virtual:linked-shaders';
import { expect, it, vi } from 'vitest';
import { link, RecordResolver } from 'wesl/core';
import { loadCastKernel } from '../../../src/cast/frame/cast-kernel.js';
import { planFrame } from '../../../src/cast/frame/plan-frame.js';
import { ruleAdapterOf } from '../../../src/cast/frame/rule-adapter.js';
import { NO_HISTORY } from '../../../src/cast/mesh/mesh-history.js';
import { assignStyles } from '../../../src/cast/mesh/styles.js';
import { completeScene } from '../../../src/cast/partial/complete-scene.js';
import type { PartialScene } from '../../../src/cast/partial/partial-scene.js';
import { takeApart } from '../../../src/cast/scene-parts.js';
import { type GivenSettings, RENDER_DEFAULTS, settle } from '../../../src/cast/settings.js';
import type { AdapterKind } from '../../../src/gpu/adapter-traits.js';
import type { KernelVariant } from '../../../src/gpu/kernels.js';
import { linkKey, type ShaderConditions } from '../../../src/gpu/shaders/link-key.js';
import { linkShader } from '../../../src/gpu/shaders/link-shader.js';
import { SHADER_SOURCES } from '../../../src/gpu/shaders/shader-sources.js';
import {
  createCamera,
  createMask,
  createMesh,
  createShading,
  createTransferFunction,
  createVolume,
  Gpu,
  KEY_LIGHT,
  Renderer,
  type RenderMode,
  type TransferFunction,
  type Vec3,
  type Volume,
} from '../../../src/index.js';
import { ShapeSequence } from '../../../src/shapes/shape-sequence.js';
import { openNullAdapter } from '../../open-null-adapter.js';

/** Between the axes, and along each. */
const EYES: readonly Vec3[] = [
  [300, -200, 250],
  [500, 1, 2],
  [1, 500, 2],
  [1, 2, 500],
];

interface Frame {
  readonly settings?: Partial<GivenSettings>;
  readonly eye?: Vec3;
}

/** The key of the kernel that casts `scene` on an adapter that is like one of `kind`, but compiles nothing. */
async function castKey(
  kind: AdapterKind,
  scene: PartialScene,
  { settings: given = {}, eye = EYES[0]! }: Frame = {},
): Promise<string> {
  const isGpu = kind === 'gpu';
  const features = new Set(['float32-filterable', 'subgroups', ...(isGpu ? ['texture-formats-tier1'] : [])]);
  const size = isGpu ? 32 : 8;
  const limits = {
    maxComputeInvocationsPerWorkgroup: 1024,
    maxComputeWorkgroupStorageSize: 2 ** 15,
    maxStorageBuffersPerShaderStage: 16,
    maxStorageBufferBindingSize: 2 ** 30,
    maxBufferSize: 2 ** 30,
  };
  let key = '';
  const kernels = {
    get: async (path: string, { conditions = {} }: KernelVariant<'cast/ray/cast.wgsl'>) => {
      key = linkKey(path, conditions as ShaderConditions);
    },
  };
  const gpu = {
    traits: { kind, subgroupSizes: { least: size, most: size } },
    has: (feature: string) => features.has(feature),
    device: { features, limits },
    software: !isGpu,
    kernels,
  } as unknown as Gpu;
  const settings = settle(
    { ...RENDER_DEFAULTS, width: 1024, height: 1024, ...given },
    'mode' in scene ? scene.mode : undefined,
  );
  const camera = createCamera({
    eye,
    target: [0, 0, 0],
    up: [0, 0.1, 1],
    projection: 'perspective',
    fovDegrees: 30,
  });
  const complete = await completeScene(scene, camera, settings);
  const parts = {
    ...takeApart(complete.scene, assignStyles),
    background: [0, 0, 0],
    environment: 'studio',
    showsEnvironment: false,
  } as const;
  const shapes = new ShapeSequence(ruleAdapterOf(gpu));
  const plan = planFrame(gpu, shapes, parts, camera, settings, NO_HISTORY);
  await loadCastKernel(gpu, parts, camera, settings, plan);
  return key;
}

const volumes = [Uint8Array, Int16Array].flatMap((Voxels) =>
  [16, 128].map((side) => createVolume({ sizes: [side, side, side], voxels: new Voxels(side ** 3) })),
);
const mesh = createMesh({ positions: Float32Array.of(0, 0, 0, 9, 0, 0, 0, 9, 0), triangles: Uint32Array.of(0, 1, 2) });

const white = (...opacities: TransferFunction['opacities'][number][]) =>
  createTransferFunction({ colors: [{ value: 0, color: [1, 1, 1] }], opacities });
const ramp = white({ value: 10, opacity: 0 }, { value: 90, opacity: 1 });
/** Looks in which every sample shows something, and rays become opaque early or late, and one with a step. */
const dense = white({ value: 0, opacity: 0.2 }, { value: 255, opacity: 1 });
const thin = white({ value: 0, opacity: 0.0001 }, { value: 255, opacity: 0.001 });
const step = white({ value: 90, opacity: 0 }, { value: 90, opacity: 1 });
const shading = createShading();
/** As --shadows lights meshes. */
const keyLit = createShading({ light: KEY_LIGHT });

const KINDS = ['gpu', 'llvmpipe', 'swiftshader'] as const;
const MODES: readonly RenderMode[] = ['mip', 'minip', 'average', 'isosurface'];

const maskOf = (volume: Volume) => createMask({ labels: volume, styles: [{ label: 1, color: [1, 0, 0] }] });

const compositesOf = (volume: Volume): PartialScene[] => [
  ...[ramp, dense, thin, step].flatMap((transfer) => [
    { volume, transfer },
    { volume, transfer, shading },
  ]),
  ...[ramp, dense].map((transfer) => ({ volume, transfer, shading, mask: maskOf(volume) })),
];

function expectLinked(keys: readonly string[]): void {
  expect(keys.filter((key) => !(key in LINKED_SHADERS))).toEqual([]);
}

it.each(KINDS)('composites on %s need no linker', async (kind) => {
  const frames = (['plain', 'fine'] as const).flatMap((quality) => EYES.map((eye) => ({ settings: { quality }, eye })));
  const keys = volumes.flatMap((volume) =>
    compositesOf(volume).flatMap((scene) => frames.map((frame) => castKey(kind, scene, frame))),
  );
  expectLinked(await Promise.all(keys));
});

it.each(KINDS)('other modes on %s need no linker', async (kind) => {
  const keys = volumes.flatMap((volume) =>
    MODES.map((mode) =>
      castKey(kind, { volume, transfer: ramp, mode, ...(mode === 'isosurface' && { isoValue: 50 }) }),
    ),
  );
  expectLinked(await Promise.all(keys));
});

it.each(['llvmpipe', 'swiftshader'] as const)('statistics of default looks on %s need no linker', async (kind) => {
  const keys = volumes.map((volume) =>
    castKey(kind, { volume, transfer: ramp, shading }, { settings: { counts: true } }),
  );
  expectLinked(await Promise.all(keys));
});

it.each(KINDS)('meshes on %s need no linker', async (kind) => {
  const meshes = [{ mesh }];
  const keys = [
    ...[false, true].flatMap((smooth) => [
      castKey(kind, { meshes, smooth }),
      castKey(kind, { meshes, smooth, shading: keyLit, shadows: true }),
    ]),
    ...volumes.map((volume) => castKey(kind, { volume, transfer: ramp, shading, meshes })),
  ];
  expectLinked(await Promise.all(keys));
});

it('frames to textures and canvases of 8 bits need no linker', () =>
  expectLinked(['cast/target/present.wgsl', 'cast/target/store.wgsl']));

it.each(KINDS)('the other kernels of a frame on %s need no linker', async (kind) => {
  const gpu = await Gpu.open(await openNullAdapter(), { treatAs: kind });
  if (kind === 'gpu') Object.assign(gpu.traits, { subgroupSizes: { least: 32, most: 32 } });
  const get = vi.spyOn(gpu.kernels, 'get');
  const renderer = new Renderer(gpu);
  const scenes = [
    ...volumes.flatMap((volume) =>
      [{}, { mask: maskOf(volume) }, { mode: 'isosurface', isoValue: 50 } as const].map((more) => ({
        ...{ volume, transfer: ramp },
        ...more,
      })),
    ),
    { meshes: [{ mesh }] },
    { meshes: [{ mesh }], shading: keyLit, shadows: true },
  ];
  // The null adapter gives arbitrary numbers back, which may be too many pairs for another try.
  for (const scene of scenes) await renderer.render(scene).catch(() => undefined);
  const others = get.mock.calls.filter(([path]) => path !== 'cast/ray/cast.wgsl');
  const keys = others.map(([path, variant]) => linkKey(path, (variant?.conditions ?? {}) as ShaderConditions));
  expect(keys).toContain('cast/bricks/distances.wgsl');
  expect(keys).toContain('tiles/emit_pairs.wgsl');
  expectLinked(keys);
  renderer.destroy();
  gpu.destroy();
});

const resolver = new RecordResolver(SHADER_SOURCES, { keepComments: false });

it.each(Object.keys(LINKED_SHADERS))('%s is what linking gives', async (key) => {
  const [rootModuleName = '', ...names] = key.split(' ');
  const conditions = Object.fromEntries(names.map((name) => [name, true]));
  const { dest } = await link({ resolver, rootModuleName, conditions, keepComments: false, sourceMap: false });
  expect(await linkShader(rootModuleName, conditions)).toBe(dest);
  // The linker renames what has the name of a local, and constants of other names are not set.
  expect(dest).not.toMatch(/\boverride \w*\d:? /);
});
