/** Paths of light through a volume in pages are those through the volume in one texture: they wait for pages, and go on where they were. */
import { expect, it } from 'vitest';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { createEnvironmentMap } from '../../../src/transfer/light/environment.js';
import { placeMesh, ringAndBall, SPHERE } from '../hybrid-scenes.js';
import { CAMERAS, expectSame, type PagedScene, type StoredVolume, transfer, volume } from './paged-scenes.js';

const OPTIONS: RenderOptions = { quality: 'path', width: 10, height: 8, samplesPerPixel: 2, seed: 3, skip: false };

/** A lamp before an even sky. */
const environment = createEnvironmentMap({
  width: 16,
  height: 8,
  colors: Float32Array.from({ length: 3 * 128 }, (_, at) => (Math.floor(at / 3) === 37 ? 20 : 0.3)),
});

/** Half of a sky: much of the light that paths meet is drawn too. */
const halfSky = createEnvironmentMap({
  width: 16,
  height: 8,
  colors: Float32Array.from({ length: 3 * 128 }, (_, at) => (Math.floor(at / 3) % 16 < 8 ? 2 : 0.1)),
});

const VARNISH = { metallic: 0.5, roughness: 0.3, transmission: 0, ior: 1.5 };
const GLASS = { metallic: 0, roughness: 0.2, transmission: 1, ior: 1.4 };

/** The lower half of the values, in other colours. */
const fused = [{ of: (of: typeof volume) => of, transfer: { ...transfer, unit: 3 } }];

const CASES: readonly {
  readonly name: string;
  readonly scene?: Partial<PagedScene>;
  readonly options?: RenderOptions;
  readonly stored?: StoredVolume;
}[] = [
  { name: 'in the light of a formula' },
  { name: 'below a lamp, and a coat', scene: { environment }, options: { coat: 0.6, anisotropy: 0.4 } },
  {
    name: 'among meshes, some translucent, by frames that add up',
    scene: { environment, meshes: ringAndBall(volume).map((mesh) => ({ ...mesh, opacity: 0.6 })) },
    options: { accumulate: true, guides: true },
  },
  {
    name: 'among meshes of rough glass and of varnish, some under a coat',
    scene: {
      environment: halfSky,
      meshes: [
        ...ringAndBall(volume).map((mesh, at) => ({ ...mesh, opacity: 1, finish: [VARNISH, GLASS][at]! })),
        { mesh: placeMesh(SPHERE, volume, [0.3, 0.6, 0.6], 0.3), color: [0.9, 0.9, 0.9] },
      ],
    },
    options: { coat: 0.5 },
  },
  { name: 'of two volumes', stored: { kind: { of: (of) => of, fused } } },
];

it.each(CASES)('$name', async ({ scene, options, stored }) => {
  const shown = await expectSame(
    { transfer, ...scene },
    CAMERAS.oblique,
    { ...OPTIONS, ...options },
    { atlasBytes: 60_000 },
    stored,
  );
  expect(shown).toBeGreaterThan(20);
});
