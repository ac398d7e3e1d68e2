/** Raw video against colours of ITU-R BT.601 that are in every table. */
import { expect, it } from 'vitest';
import { encodeY4mFrame, encodeY4mHeader } from '../../src/node/y4m.js';

it('says its size, speed and range', () => {
  const header = new TextDecoder().decode(encodeY4mHeader(640, 48, 25));
  expect(header).toBe('YUV4MPEG2 W640 H48 F25:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n');
});

it('has a plane each for luma and both differences of color', () => {
  const colors = [
    [0, 0, 0],
    [255, 255, 255],
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ];
  const bytes = encodeY4mFrame(Uint8Array.from(colors.flatMap((color) => [...color, 255])));
  expect(new TextDecoder().decode(bytes.subarray(0, 6))).toBe('FRAME\n');
  const planes = [0, 1, 2].map((plane) => [...bytes.subarray(6 + 5 * plane, 11 + 5 * plane)]);
  expect(planes).toEqual([
    [16, 235, 81, 145, 41],
    [128, 128, 90, 54, 240],
    [128, 128, 240, 34, 110],
  ]);
});
