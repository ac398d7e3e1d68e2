/** The frame's uniforms: TypeScript and WGSL must agree on the layout. */
import { describe, expect, it } from 'vitest';
import { type StructInfo, WgslReflect } from 'wgsl_reflect';
import { cameraBasis, rayThroughPixel } from '../../../src/camera/camera.js';
import { IMAGE_OFFSETS, IMAGE_SIZE_BYTES } from '../../../src/cast/frame/image-uniforms.js';
import { PATTERN_SIZE_BYTES } from '../../../src/cast/frame/sample-pattern.js';
import { PLANE_OFFSETS, PLANE_SIZE_BYTES, packPlanes } from '../../../src/cast/volume/planes.js';
import { VOLUME_FRAME_OFFSETS, VOLUME_FRAME_SIZE_BYTES } from '../../../src/cast/volume/uniforms.js';
import { describeView, VIEW_OFFSETS, VIEW_SIZE_BYTES } from '../../../src/cast/volume/view.js';
import { linkShader } from '../../../src/gpu/link-shader.js';
import { dot } from '../../../src/math/vec3.js';
import { smallestSpacing } from '../../../src/volume/volume.js';
import { GEOMETRIES, makeVolume, obliqueCamera } from '../sample-scenes.js';

async function reflectStruct(path: string, name: string): Promise<StructInfo> {
  const reflected = new WgslReflect(await linkShader(path));
  const struct = reflected.structs.find((candidate) => candidate.name === name);
  if (!struct) throw new Error(`no struct ${name}`);
  return struct;
}

const offsetsOf = ({ members }: StructInfo) => Object.fromEntries(members.map(({ name, offset }) => [name, offset]));

describe('the layout of the frame', () => {
  it('is the one of the WGSL', async () => {
    const view = await reflectStruct('cast/volume/volume_frame.wgsl', 'View');
    expect(offsetsOf(view)).toEqual(VIEW_OFFSETS);
    expect(view.size).toBe(VIEW_SIZE_BYTES);
    const { view: viewOffset, ...frame } = offsetsOf(
      await reflectStruct('cast/volume/volume_frame.wgsl', 'VolumeFrame'),
    );
    expect(viewOffset).toBe(0);
    expect({ ...VIEW_OFFSETS, ...frame }).toEqual(VOLUME_FRAME_OFFSETS);
    expect((await reflectStruct('cast/volume/volume_frame.wgsl', 'VolumeFrame')).size).toBe(VOLUME_FRAME_SIZE_BYTES);
    const image = await reflectStruct('cast/frame/image.wgsl', 'Image');
    expect(offsetsOf(image)).toEqual(IMAGE_OFFSETS);
    expect(image.size).toBe(IMAGE_SIZE_BYTES);
    expect((await reflectStruct('cast/frame/pattern.wgsl', 'Pattern')).size).toBe(PATTERN_SIZE_BYTES);
    const plane = await reflectStruct('cast/volume/ray.wgsl', 'Plane');
    expect(offsetsOf(plane)).toEqual(PLANE_OFFSETS);
    expect(plane.size).toBe(PLANE_SIZE_BYTES);
  });
});

describe('a plane', () => {
  it('is met where rays meet it, to more than float32', () => {
    const volume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.oblique);
    const camera = obliqueCamera(volume);
    const size = { width: 30, height: 20 };
    const halfSpace = { normal: [0.3, -1, 0.2], offset: 3.7 } as const;
    const view = describeView(camera, volume, { height: size.height, step: 1 });
    const [packed] = [packPlanes(view, volume, [halfSpace])].map((planes) =>
      planes.subarray(6 * (PLANE_SIZE_BYTES / 4)),
    );
    const at = (name: 'eye' | 'direction', x: number, y: number) =>
      [1, x, y].reduce((sum, factor, index) => {
        const [high, low] = [PLANE_OFFSETS[name], PLANE_OFFSETS[`${name}_low`]];
        return sum + factor * (packed![high / 4 + index]! + packed![low / 4 + index]!);
      }, 0);
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
