/** The frame's uniforms: numbers that carry more than float32. */
import { describe, expect, it } from 'vitest';
import { cameraBasis, rayThroughPixel } from '../../../src/camera/camera.js';
import { BOX_PLANES, describePlanes } from '../../../src/cast/volume/planes.js';
import { describeView } from '../../../src/cast/volume/view.js';
import { dot } from '../../../src/math/vec3.js';
import { smallestSpacing } from '../../../src/volume/volume.js';
import { GEOMETRIES, makeVolume, obliqueCamera } from '../sample-scenes.js';

describe('a plane', () => {
  it('is met where rays meet it, to more than float32', () => {
    const volume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.oblique);
    const camera = obliqueCamera(volume);
    const size = { width: 30, height: 20 };
    const halfSpace = { normal: [0.3, -1, 0.2], offset: 3.7 } as const;
    const view = describeView(camera, volume, { height: size.height, step: 1 });
    const plane = describePlanes(view, volume, [halfSpace], [])[BOX_PLANES]!;
    const at = (name: 'eye' | 'direction', x: number, y: number) =>
      [1, x, y].reduce(
        (sum, factor, index) =>
          sum + factor * (Math.fround(plane[name][index]!) + Math.fround(plane[`${name}_low`][index]!)),
        0,
      );
    const { forward } = cameraBasis(camera);
    const spacing = smallestSpacing(volume);
    for (const [x, y] of [
      [0, 0],
      [17, 3],
      [29, 19],
    ] as const) {
      const { origin, direction } = rayThroughPixel(camera, size, x, y);
      const t = (halfSpace.offset - dot(halfSpace.normal, origin)) / dot(halfSpace.normal, direction);
      const place = [x + 0.5 - 15, 10 - y - 0.5] as const;
      const depth = at('eye', ...place) / at('direction', ...place);
      expect(Math.abs((depth * spacing) / (t * dot(direction, forward)) - 1)).toBeLessThan(1e-12);
    }
  });
});
