/** The order of what a ray meets, and where it hangs on rounding. */
import { describe, expect, it } from 'vitest';
import { createMesh } from '../../src/mesh/mesh.js';
import type { FaceHit } from '../../src/reference/mesh/find-hits.js';
import { listFaces } from '../../src/reference/mesh/mesh-faces.js';
import { isOrderAmbiguous, orderLayers, type PlacedLayer } from '../../src/reference/order-layers.js';
import { BLACK } from './cast-scenes.js';

const layer = (t: number, opacity = 0.5, sampleCount = 1): PlacedLayer => ({ color: BLACK, opacity, t, sampleCount });
const surface = (t: number, opacity = 0.5) => layer(t, opacity, 0);
/** Distances, those of surfaces as negative numbers. */
const order = (volume: PlacedLayer[], surfaces: PlacedLayer[]) =>
  [...orderLayers(volume, surfaces)].map(({ t, sampleCount }) => (sampleCount === 0 ? -t : t));

describe('orderLayers', () => {
  it('goes by distance, and puts surfaces before samples at theirs', () => {
    expect(order([layer(1), layer(2), layer(3)], [surface(0.5), surface(2), surface(2), surface(9)])).toEqual([
      -0.5, 1, -2, -2, 2, 3, -9,
    ]);
    expect(order([], [surface(1), surface(2)])).toEqual([-1, -2]);
    expect(order([layer(1), layer(2)], [])).toEqual([1, 2]);
  });

  it('ends with an opaque surface, but not with an opaque sample', () => {
    expect(order([layer(1, 1), layer(2), layer(4)], [surface(3, 1), surface(3.5)])).toEqual([1, 2, -3]);
  });

  it('puts what has no place behind all surfaces', () => {
    expect(order([layer(Infinity, 1)], [surface(1), surface(2)])).toEqual([-1, -2, Infinity]);
    expect(order([layer(Infinity, 1)], [surface(1), surface(2, 1)])).toEqual([-1, -2]);
  });
});

describe('isOrderAmbiguous', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1);
  const mesh = createMesh({ positions, triangles: Uint32Array.of(0, 1, 2, 1, 3, 2) });
  const hitOf = (t: number, opacity = 0.5, triangle = 0, of = mesh): FaceHit => {
    const faces = listFaces([{ mesh: of, opacity }], { smooth: false, meshColor: BLACK });
    return { t, u: 0, v: 0, isFront: true, face: faces[triangle]! };
  };

  it('is so where a sample or another hit is as near as 1e-5 of the distance', () => {
    for (const t of [1, 1e3]) {
      for (const side of [1, -1]) {
        const [near, apart] = [t * (1 + side * 0.9e-5), t * (1 + side * 1.1e-5)];
        expect(isOrderAmbiguous([layer(near)], [hitOf(t)])).toBe(true);
        expect(isOrderAmbiguous([layer(apart)], [hitOf(t)])).toBe(false);
      }
      expect(isOrderAmbiguous([], [hitOf(t), hitOf(t * (1 + 0.9e-5), 0.5, 1)])).toBe(true);
      expect(isOrderAmbiguous([], [hitOf(t), hitOf(t * (1 + 1.1e-5), 0.5, 1)])).toBe(false);
    }
  });

  it('is not so of the same corners twice, but of the same corners in another order or about another origin', () => {
    const turned = createMesh({ positions, triangles: Uint32Array.of(1, 2, 0) });
    const moved = createMesh({ positions, triangles: mesh.triangles, origin: [1, 0, 0] });
    expect(isOrderAmbiguous([], [hitOf(1), hitOf(1, 1, 0, createMesh({ ...mesh }))])).toBe(false);
    expect(isOrderAmbiguous([], [hitOf(1), hitOf(1, 1, 0, turned)])).toBe(true);
    expect(isOrderAmbiguous([], [hitOf(1), hitOf(1, 1, 0, moved)])).toBe(true);
  });

  it('is not so of what cannot be seen', () => {
    expect(isOrderAmbiguous([layer(1, 0)], [hitOf(1)])).toBe(false);
    expect(isOrderAmbiguous([layer(1)], [hitOf(1, 0)])).toBe(false);
    expect(isOrderAmbiguous([layer(2)], [hitOf(1, 1), hitOf(2)])).toBe(false);
    // But it could have been in front.
    expect(isOrderAmbiguous([], [hitOf(1, 1), hitOf(1, 0.5, 1)])).toBe(true);
  });
});
