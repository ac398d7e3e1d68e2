/** Numbers of pixels as OpenEXR (https://openexr.com/en/latest/OpenEXRFileLayout.html): 32-bit floats, scan lines, uncompressed. */
import type { PixelArray } from './pixel-array.js';

const MAGIC = 20_000_630;
const VERSION = 2;
const FLOAT = 2;

const utf8 = new TextEncoder();
const text = (value: string) => [...utf8.encode(value), 0];

function numbers(type: 'Int32' | 'Float32', ...values: readonly number[]): number[] {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  for (const [index, value] of values.entries()) view[`set${type}`](4 * index, value, true);
  return [...new Uint8Array(view.buffer)];
}

const attribute = (name: string, type: string, value: readonly number[]) => [
  ...text(name),
  ...text(type),
  ...numbers('Int32', value.length),
  ...value,
];

/** Channels stand in the order of their names, as the format asks. */
export function encodeExr({ width, height, values, channels }: PixelArray): Uint8Array<ArrayBuffer> {
  const order = channels.map((name, component) => ({ name, component })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const window = numbers('Int32', 0, 0, width - 1, height - 1);
  // Type, whether it is perceptually linear, three bytes of nothing, and one sample a pixel.
  const channel = ({ name }: { readonly name: string }) => [...text(name), ...numbers('Int32', FLOAT, 0, 1, 1)];
  const header = [
    ...numbers('Int32', MAGIC, VERSION),
    ...attribute('channels', 'chlist', [...order.flatMap(channel), 0]),
    ...attribute('compression', 'compression', [0]),
    ...attribute('dataWindow', 'box2i', window),
    ...attribute('displayWindow', 'box2i', window),
    ...attribute('lineOrder', 'lineOrder', [0]),
    ...attribute('pixelAspectRatio', 'float', numbers('Float32', 1)),
    ...attribute('screenWindowCenter', 'v2f', numbers('Float32', 0, 0)),
    ...attribute('screenWindowWidth', 'float', numbers('Float32', 1)),
    0,
  ];
  const rowBytes = 4 * width * channels.length;
  const dataStart = header.length + 8 * height;
  const bytes = new Uint8Array(dataStart + height * (8 + rowBytes));
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  for (let row = 0; row < height; row++) {
    let at = dataStart + row * (8 + rowBytes);
    view.setBigUint64(header.length + 8 * row, BigInt(at), true);
    view.setInt32(at, row, true);
    view.setInt32(at + 4, rowBytes, true);
    at += 8;
    for (const { component } of order) {
      for (let column = 0; column < width; column++, at += 4) {
        view.setFloat32(at, values[(row * width + column) * channels.length + component]!, true);
      }
    }
  }
  return bytes;
}
