/** Radiance's pictures: all of their encodings, and every way to be cut short. */
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../src/files/environments/read-environment.js';

const [WIDTH, HEIGHT] = [16, 8];

/** Four bytes for each pixel, all different. */
const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, n) => [n + 2, 255 - n, 2 * (n >> 2), 120 + (n % 20)]);
/** Their colours. */
const colors = pixels.flatMap(([red, green, blue, exponent]) =>
  [red!, green!, blue!].map((value) => Math.fround(value * 2 ** (exponent! - 136))),
);

function encode(lines: readonly (readonly number[])[], { size = `-Y ${HEIGHT} +X ${WIDTH}`, header = '' } = {}) {
  const text = new TextEncoder().encode(`#?RADIANCE\n# a comment\nFORMAT=32-bit_rle_rgbe\n${header}\n${size}\n`);
  return Uint8Array.from([...text, ...lines.flat()]);
}

const rows = Array.from({ length: HEIGHT }, (_, row) => pixels.slice(row * WIDTH, (row + 1) * WIDTH));

/** Runs by channel: of one value where several are alike, else as they are. */
function byChannel(line: readonly (readonly number[])[]): number[] {
  const codes = [2, 2, line.length >> 8, line.length & 255];
  for (let channel = 0; channel < 4; channel++) {
    for (let at = 0; at < line.length; ) {
      let end = at + 1;
      while (end < line.length && line[end]![channel] === line[at]![channel]) end++;
      if (end - at > 1) codes.push(128 + end - at, line[at]![channel]!);
      else codes.push(1, line[at]![channel]!);
      at = end;
    }
  }
  return codes;
}

const read = (bytes: Uint8Array) => readEnvironment(bytes, 'light.hdr');

describe('a Radiance picture is read', () => {
  it.each([
    ['in runs by channel', encode(rows.map(byChannel))],
    ['pixel by pixel', encode(rows.map((row) => row.flat()))],
    ['with other lines in its header', encode(rows.map(byChannel), { header: 'EXPOSURE=2\nVIEW= -vta\n' })],
    ['from the bottom', encode(rows.toReversed().map(byChannel), { size: `+Y ${HEIGHT} +X ${WIDTH}` })],
    [
      'from the right',
      encode(
        rows.map((row) => byChannel(row.toReversed())),
        { size: `-Y ${HEIGHT} -X ${WIDTH}` },
      ),
    ],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toEqual({ width: WIDTH, height: HEIGHT, colors: Float32Array.from(colors) });
  });

  it('in runs of whole pixels, whose lengths have digits', async () => {
    const size = '-Y 300 +X 600';
    // 599 repeats are 87 and twice 256.
    const line = [8, 16, 32, 130, 1, 1, 1, 87, 1, 1, 1, 2];
    const { colors } = await read(encode(Array(300).fill(line), { size }));
    expect(colors.length).toBe(3 * 600 * 300);
    expect([...new Set(colors)]).toEqual([8, 16, 32].map((value) => value / 64));
  });
});

describe('a Radiance picture is refused', () => {
  it.each([
    [/begins with #\?RADIANCE/, new TextEncoder().encode('P6 16 8 255\n')],
    [/OpenEXR picture; convert it/, Uint8Array.of(0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0)],
    [/lacks its size/, encode([], { size: '+X 16 -Y 8' })],
    [/format 32-bit_rle_xyze/, new TextEncoder().encode('#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 8 +X 16\n')],
    [
      /twice as wide as high/,
      encode(
        rows.map((row) => row.flat()),
        { size: `-Y ${WIDTH} +X ${HEIGHT}` },
      ),
    ],
    [/8192 × 4096 or fewer/, encode([], { size: '-Y 40000 +X 80000' })],
    [/light.hdr: .*8192 × 4096 pixels/, encode([], { size: '-Y 4096 +X 8192' })],
    [/a line of 17 pixels among those of 16/, encode([[2, 2, 0, 17]])],
    [/runs that do not end with their lines/, encode([[2, 2, 0, 16, 255, 1]])],
    [/runs that do not end with their lines/, encode([[1, 1, 1, 2]])],
  ])('%s', async (message, bytes) => {
    await expect(read(bytes)).rejects.toThrow(message);
    await expect(read(bytes)).rejects.toThrow(/^light\.hdr: [^\n]*$/);
  });

  it('wherever it is cut short', async () => {
    const whole = encode(rows.map(byChannel));
    for (let length = 0; length < whole.length; length++) {
      await expect(read(whole.subarray(0, length))).rejects.toThrow(/^light\.hdr: [^\n]*$/);
    }
  });
});
