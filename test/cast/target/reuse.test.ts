/** Frames that are written into the arrays of frames before them. */
import { describe, expect, it } from 'vitest';
import { orbit } from '../../../src/camera/orbit.js';
import { Renderer } from '../../../src/cast/renderer.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const OUTPUTS = ['pixels', 'color', 'distances', 'normals', 'values'] as const;
const SIZE = { width: 24, height: 16, outputs: OUTPUTS } as const;
const volume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.anisotropic);
const scene = { volume, transfer: makeTransfer([0, 255], 0.3) };
const camera = obliqueCamera(volume);
const aside = orbit(camera, { azimuthDegrees: 40 });

describe('a frame that reuses one of before', () => {
  it('is the frame without, in the arrays of the other', async () => {
    const renderer = new Renderer(gpu());
    const wanted = await renderer.render(scene, aside, SIZE);
    const before = await renderer.render(scene, camera, SIZE);
    const { ...arrays } = before;
    expect(before.pixels).not.toEqual(wanted.pixels);
    const frame = await renderer.render(scene, aside, { ...SIZE, reuse: before });
    for (const name of OUTPUTS) {
      expect(frame[name], name).toEqual(wanted[name]);
      expect(frame[name].buffer === arrays[name].buffer, name).toBe(true);
    }
    renderer.destroy();
  });

  it('has its own arrays where those of before are of another size, or parts of larger memory, or gone', async () => {
    const renderer = new Renderer(gpu());
    const wanted = await renderer.render(scene, aside, SIZE);
    const larger = await renderer.render(scene, camera, { ...SIZE, width: 32 });
    const whole = Uint8Array.from(larger.pixels);
    const part = new Uint8Array(whole.buffer, 4, wanted.pixels.length);
    const gone = Float32Array.from(wanted.color);
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    for (const reuse of [larger, { pixels: part }, { color: gone }, {}]) {
      const frame = await renderer.render(scene, aside, { ...SIZE, reuse });
      for (const name of OUTPUTS) expect(frame[name], name).toEqual(wanted[name]);
    }
    expect(whole).toEqual(larger.pixels);
    renderer.destroy();
  });

  it('may be one of several in flight', async () => {
    const renderer = new Renderer(gpu());
    const cameras = [0, 10, 20, 30, 40, 50].map((azimuthDegrees) => orbit(camera, { azimuthDegrees }));
    const wanted = [];
    for (const each of cameras) wanted.push((await renderer.render(scene, each, SIZE)).pixels);
    const firsts = await Promise.all(cameras.map(() => renderer.render(scene, camera, SIZE)));
    const frames = await Promise.all(
      cameras.map((each, index) => renderer.render(scene, each, { ...SIZE, reuse: firsts[index]! })),
    );
    expect(frames.map(({ pixels }) => pixels)).toEqual(wanted);
    renderer.destroy();
  });
});
