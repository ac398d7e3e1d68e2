/** The intersector of rays and triangles. */
import { describe, expect, it } from 'vitest';
import { planRays, type RaySituation } from '../../../src/cast/frame/plan-rays.js';
import { assignStyles } from '../../../src/cast/mesh/styles.js';
import type { MeshScene } from '../../../src/cast/scene.js';
import { takeApart } from '../../../src/cast/scene-parts.js';
import type { Settings } from '../../../src/cast/settings.js';
import { RENDER_DEFAULTS, type RenderOptions, settle } from '../../../src/cast/settings.js';
import type { AdapterKind } from '../../../src/gpu/adapter-traits.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createShading } from '../../../src/transfer/light/shading.js';

const KINDS = ['gpu', 'llvmpipe', 'swiftshader', 'warp'] as const;
const traitsOf = (kind: AdapterKind) => ({ kind, subgroupSizes: undefined });

const STILL: RaySituation = {
  traits: traitsOf('gpu'),
  triangles: 100_000,
  stillFrames: 1000,
  treeErrorPixels: () => 0.001,
  treeFits: true,
  treeIsNeeded: false,
  raysWait: false,
};
const shading = createShading({ light: [1, 2, 3] });

function plan(
  scene: Partial<MeshScene & { reflectivity: number }>,
  options: RenderOptions = {},
  situation: Partial<RaySituation> = {},
) {
  const { reflectivity, ...rest } = scene;
  const { meshes } = takeApart(
    {
      meshes: [{ mesh: createIcosphere({ subdivisions: 0 }), reflectivity }],
      shading,
      ...rest,
    },
    assignStyles,
  );
  const settings: Settings = settle({ ...RENDER_DEFAULTS, ...options });
  return planRays(meshes!, settings, { ...STILL, ...situation });
}

describe('planRays', () => {
  it('takes the tree for rays that wait, whatever is asked for', () => {
    expect(plan({}, { primaryRays: 'bins' }, { raysWait: true, stillFrames: 0 })).toMatchObject({
      primary: 'bvh',
      tree: true,
    });
  });

  it('needs a tree for mirrors and ambient occlusion, and then takes it for shadows, whatever else moves', () => {
    const moves = { stillFrames: 0 };
    expect(plan({ reflectivity: 0.5 }, {}, moves)).toMatchObject({ mirrors: true, traced: true, tree: true });
    expect(plan({ ambientOcclusion: { rays: 3 } }, {}, moves)).toMatchObject({ occlusion: true, traced: true });
    const both = plan({ reflectivity: 0.5, shadows: true }, { shadowRays: 'bins' }, moves);
    expect(both.shadow).toBe('bvh');
  });

  it('knows mirrors that mirror nothing', () => {
    expect(plan({ reflectivity: 0.5, reflections: 0 })).toMatchObject({ mirrors: false, traced: false });
    expect(plan({ reflectivity: 0 })).toMatchObject({ mirrors: false, traced: false });
  });

  it('casts no shadows of a light at the eye', () => {
    const atEye = plan({ shadows: true, shading: createShading() }, { shadowRays: 'bvh' });
    expect(atEye).toMatchObject({ shadow: undefined, traced: false });
    expect(plan({ shadows: true }, { shadowRays: 'bvh' })).toMatchObject({ shadow: 'bvh', traced: true });
  });

  it.each(KINDS)('makes no tree for what moves, or moved just now: %s', (kind) => {
    const traits = traitsOf(kind);
    for (const stillFrames of [0, 1]) {
      const chosen = plan({ shadows: true }, { width: 8, height: 8 }, { traits, stillFrames });
      expect(chosen).toMatchObject({ primary: 'bins', shadow: 'bins', tree: false });
    }
    const still = plan({ shadows: true }, { width: 8, height: 8 }, { traits });
    expect(still).toMatchObject({ primary: 'bvh', shadow: 'bvh', tree: true });
  });

  it.each(KINDS)('goes from the tree to bins once as rays become more, and back as triangles do: %s', (kind) => {
    const traits = traitsOf(kind);
    const primaryOf = (side: number, triangles: number) =>
      plan({}, { width: side, height: side }, { traits, triangles }).primary;
    const byRays = [16, 64, 256, 1024, 4096].map((side) => primaryOf(side, 100_000));
    expect(byRays.toSorted().toReversed()).toEqual(byRays);
    expect(new Set(byRays).size).toBe(2);
    const byTriangles = [1e2, 1e4, 1e6, 1e8].map((triangles) => primaryOf(1024, triangles));
    expect(byTriangles.toSorted()).toEqual(byTriangles);
    expect(new Set(byTriangles).size).toBe(2);
    const shadowOf = (side: number) => plan({ shadows: true }, { width: side, height: side }, { traits }).shadow;
    expect([256, 4096].map(shadowOf)).toEqual(['bvh', 'bins']);
  });

  it('keeps to bins where the tree is too coarse or too large', () => {
    const few = { width: 8, height: 8 };
    expect(plan({ shadows: true }, few, { treeErrorPixels: () => 1 })).toMatchObject({
      primary: 'bins',
      shadow: 'bins',
    });
    expect(plan({ shadows: true }, few, { treeErrorPixels: () => Infinity }).tree).toBe(false);
    expect(plan({ shadows: true }, few, { treeFits: false }).tree).toBe(false);
    expect(
      plan({ shadows: true }, { ...few, primaryRays: 'bvh' }, { treeFits: false, treeErrorPixels: () => 1 }).primary,
    ).toBe('bvh');
  });

  it('asks how coarse a tree is only where it would be faster', () => {
    const few = { width: 8, height: 8 };
    const treeErrorPixels = () => {
      throw new Error('looks at all triangles');
    };
    expect(plan({}, { ...few, primaryRays: 'bins' }, { treeErrorPixels }).primary).toBe('bins');
    expect(plan({}, { width: 4096, height: 4096 }, { treeErrorPixels }).primary).toBe('bins');
    expect(plan({ shadows: true }, few, { stillFrames: 0, treeErrorPixels }).shadow).toBe('bins');
    expect(() => plan({}, few, { treeErrorPixels })).toThrow('looks at all triangles');
  });

  it('lets others take a tree that is asked for', () => {
    const few = { width: 8, height: 8 };
    const asked = plan({ shadows: true }, { ...few, shadowRays: 'bvh' }, { stillFrames: 0 });
    expect(asked).toMatchObject({ primary: 'bvh', shadow: 'bvh' });
    expect(plan({ reflectivity: 0.5 }, few, { stillFrames: 0 }).primary).toBe('bvh');
  });

  it('counts all rays of a pixel', () => {
    const primaryOf = (samplesPerPixel: number) => plan({}, { width: 256, height: 256, samplesPerPixel }).primary;
    expect([primaryOf(1), primaryOf(64)]).toEqual(['bvh', 'bins']);
  });

  it('takes what it is asked for, and bins where slabs are counted', () => {
    for (const primaryRays of ['bins', 'bvh'] as const) {
      expect(plan({}, { primaryRays }).primary).toBe(primaryRays);
      expect(plan({}, { primaryRays }, { stillFrames: 0 }).primary).toBe(primaryRays);
    }
    expect(plan({}, { width: 8, height: 8, slabCounts: true }).primary).toBe('bins');
  });
});
