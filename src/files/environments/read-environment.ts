/**
 * Reads panoramas from Radiance's pictures (.hdr): G. Ward, "Real pixels", Graphics Gems II, 1991, and the file formats of
 * Radiance, "Picture file format".
 */
import { InputError } from '../../errors.js';
import { createEnvironmentMap, type EnvironmentMap } from '../../transfer/light/environment.js';
import { Budget } from '../bytes/budget.js';
import { nameInErrors } from '../bytes/name-in-errors.js';

/** More of them are no better a light, and take gigabytes. */
const PIXELS_MAX = 2 ** 25;
const HEADER_BYTES_MAX = 1 << 16;
const OPENEXR_MAGIC = [0x76, 0x2f, 0x31, 0x01];

/**
 * Reads a panorama. Its pixels count as they are, so that 1 is the light of the environment `white`; the header's EXPOSURE, which
 * makes watts of them, does not.
 * @param name of the file, for messages.
 * @throws InputError, one line that starts with the name, for what is no Radiance picture, broken, cut short or no panorama.
 */
export function readEnvironment(bytes: Uint8Array, name: string): Promise<EnvironmentMap> {
  return nameInErrors(name, async () => createEnvironmentMap(readRadiance(bytes)));
}

function readRadiance(bytes: Uint8Array): EnvironmentMap {
  if (OPENEXR_MAGIC.every((byte, index) => bytes[index] === byte)) {
    throw new InputError('is an OpenEXR picture; convert it to Radiance’s format (.hdr)');
  }
  const { size, start } = readHeader(bytes);
  const { width, height } = size;
  if (width * height > PIXELS_MAX) {
    throw new InputError(`has ${width} × ${height} pixels; one of 8192 × 4096 or fewer gives the same light`);
  }
  new Budget(bytes.length).spendBytes(12 * width * height, `${width} × ${height} pixels`);
  const pixels = new PixelReader(bytes, start);
  const line = new Uint8Array(4 * width);
  const colors = new Float32Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    pixels.readLine(line);
    for (let column = 0; column < width; column++) {
      const scale = 2 ** (line[4 * column + 3]! - 136);
      const at = 3 * ((size.bottomUp ? height - 1 - row : row) * width + (size.mirrored ? width - 1 - column : column));
      for (let channel = 0; channel < 3; channel++) colors[at + channel] = line[4 * column + channel]! * scale;
    }
  }
  return { width, height, colors };
}

function readHeader(bytes: Uint8Array) {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_BYTES_MAX));
  if (!/^#\?(RADIANCE|RGBE)\s/.test(text)) {
    throw new InputError('is no Radiance picture (.hdr), which begins with #?RADIANCE');
  }
  const end = /\n\r?\n([^\n]*)\n/.exec(text);
  const [, ySign, height, xSign, width] = /^([-+])Y +(\d+) +([-+])X +(\d+)\s*$/.exec(end?.[1] ?? '') ?? [];
  if (!end || !height || !width) {
    throw new InputError(
      'lacks its size, a line such as -Y 512 +X 1024 after a blank one; pictures in columns are not read',
    );
  }
  const format = /^FORMAT=\s*(\S+)/m.exec(text.slice(0, end.index + 1))?.[1];
  if (format !== undefined && format !== '32-bit_rle_rgbe') {
    throw new InputError(`has pixels of the format ${format}; 32-bit_rle_rgbe is read`);
  }
  if (Number(width) < 1 || Number(height) < 1) throw new InputError('has no pixels');
  const size = { width: Number(width), height: Number(height), bottomUp: ySign === '+', mirrored: xSign === '-' };
  return { size, start: end.index + end[0].length };
}

/** Lines of pixels, of four bytes each: in runs by channel, in runs of whole pixels, or as they are. */
class PixelReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  readLine(line: Uint8Array): void {
    const width = line.length / 4;
    const [first, second, high, low] = this.#bytes.subarray(this.#at, this.#at + 4);
    const isByChannel = first === 2 && second === 2 && high! < 128;
    if (!isByChannel || width < 8 || width > 32767) {
      this.#readPixels(line);
      return;
    }
    if (((high! << 8) | low!) !== width) {
      throw new InputError(`has a line of ${(high! << 8) | low!} pixels among those of ${width}`);
    }
    this.#at += 4;
    for (let channel = 0; channel < 4; channel++) this.#readChannel(line, channel);
  }

  #readChannel(line: Uint8Array, channel: number): void {
    const width = line.length / 4;
    for (let column = 0; column < width; ) {
      const code = this.#byte();
      const isRun = code > 128;
      const count = isRun ? code - 128 : code;
      if (count === 0 || column + count > width) throw new InputError('has runs that do not end with their lines');
      const value = isRun ? this.#byte() : 0;
      for (let n = 0; n < count; n++) line[4 * column++ + channel] = isRun ? value : this.#byte();
    }
  }

  /** A pixel of 1, 1, 1 repeats the one before; several of them in a row are the digits of how often, the lowest first. */
  #readPixels(line: Uint8Array): void {
    let shift = 0;
    for (let at = 0; at < line.length; ) {
      const pixel = [this.#byte(), this.#byte(), this.#byte(), this.#byte()] as const;
      if (pixel[0] !== 1 || pixel[1] !== 1 || pixel[2] !== 1) {
        line.set(pixel, at);
        at += 4;
        shift = 0;
        continue;
      }
      const end = at + 4 * (pixel[3] << shift);
      if (at === 0 || shift > 16 || end > line.length)
        throw new InputError('has runs that do not end with their lines');
      for (; at < end; at += 4) line.copyWithin(at, at - 4, at);
      shift += 8;
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new InputError('ends before its pixels do; get a whole copy');
    return byte;
  }
}
