/** Numbers of pixels in files, read back by readers of others. */
// @ts-expect-error: three comes without types
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js';
import { describe, expect, it } from 'vitest';
import { encodeExr } from '../../../src/files/arrays/encode-exr.js';
import { encodeTiff } from '../../../src/files/arrays/encode-tiff.js';
import type { PixelArray } from '../../../src/files/arrays/pixel-array.js';
import { readVolume } from '../../../src/index.js';
import { createRandom } from '../../camera/random.js';

const [WIDTH, HEIGHT] = [7, 5];
const random = createRandom(11);
const numbers = (count: number) => Float32Array.from({ length: WIDTH * HEIGHT * count }, () => 200 * random() - 100);
const arrayOf = (...channels: string[]): PixelArray => ({
  width: WIDTH,
  height: HEIGHT,
  channels,
  values: numbers(channels.length),
});

describe('OpenEXR', () => {
  /** Rows from the bottom, as textures have them. */
  function read(array: PixelArray) {
    const loader = new EXRLoader();
    // 32 bits, which it halves by default.
    loader.type = 1015;
    const { data, width, height } = loader.parse(encodeExr(array).buffer) as never as {
      data: Float32Array;
      width: number;
      height: number;
    };
    expect([width, height]).toEqual([WIDTH, HEIGHT]);
    const components = data.length / (WIDTH * HEIGHT);
    return (x: number, y: number, component: number) => data[((HEIGHT - 1 - y) * WIDTH + x) * components + component]!;
  }

  it.each([[['R', 'G', 'B', 'A']], [['Y']]])('has the channels %s to the bit, and Infinity and NaN', (channels) => {
    const array = arrayOf(...channels);
    array.values[0] = Infinity;
    array.values[array.values.length - 1] = Number.NaN;
    const valueAt = read(array);
    for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
      for (let component = 0; component < channels.length; component++) {
        const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
        expect(valueAt(x, y, component)).toBe(array.values[pixel * channels.length + component]);
      }
    }
  });

  it('has its channels in the order of their names', () => {
    const text = new TextDecoder('latin1').decode(encodeExr(arrayOf('N.X', 'N.Y', 'N.Z')));
    expect([...text.matchAll(/N\.([XYZ])\0/g)].map(([, name]) => name)).toEqual(['X', 'Y', 'Z']);
    const colors = new TextDecoder('latin1').decode(encodeExr(arrayOf('R', 'G', 'B', 'A')));
    expect(colors).toMatch(/chlist\0.{4}A\0.{16}B\0.{16}G\0.{16}R\0/s);
  });
});

describe('TIFF', () => {
  it('has numbers to the bit', async () => {
    for (const values of [numbers(1), Int32Array.from(numbers(1)), Int32Array.of(-1, ...Array(34).fill(70_000))]) {
      const bytes = encodeTiff({ width: WIDTH, height: HEIGHT, channels: ['Y'], values });
      const { volume } = await readVolume({ name: 'a.tiff', bytes } as never);
      expect(volume.sizes).toEqual([WIDTH, HEIGHT, 1]);
      expect([...volume.voxels]).toEqual([...values]);
    }
  });

  it('has the components of a pixel beside each other, and says what they are', () => {
    const array = arrayOf('R', 'G', 'B', 'A');
    const bytes = encodeTiff(array);
    const view = new DataView(bytes.buffer);
    const tags = new Map<number, number[]>();
    for (let entry = 0; entry < view.getUint16(8, true); entry++) {
      const at = 10 + 12 * entry;
      const [type, count] = [view.getUint16(at + 2, true), view.getUint32(at + 4, true)];
      const size = type === 3 ? 2 : 4;
      const start = size * count > 4 ? view.getUint32(at + 8, true) : at + 8;
      const read = (place: number) =>
        type === 3 ? view.getUint16(start + 2 * place, true) : view.getUint32(start + 4 * place, true);
      tags.set(
        view.getUint16(at, true),
        Array.from({ length: count }, (_, place) => read(place)),
      );
    }
    expect([...tags.keys()]).toEqual([...tags.keys()].sort((a, b) => a - b));
    expect([256, 257, 258, 277, 338, 339].map((tag) => tags.get(tag))).toEqual([
      [WIDTH],
      [HEIGHT],
      [32, 32, 32, 32],
      [4],
      [1],
      [3, 3, 3, 3],
    ]);
    const [start] = tags.get(273)!;
    expect(bytes.length).toBe(start! + tags.get(279)![0]!);
    for (const [index, value] of array.values.entries()) expect(view.getFloat32(start! + 4 * index, true)).toBe(value);
  });
});
