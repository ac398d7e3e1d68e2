/** Decoders of compressed frames, which are loaded when a file needs one. */
import { InputError } from '../../../errors.js';
import { startWasm } from '../../bytes/start-wasm.js';
import { type CodestreamSize, convertsToRgb, readJpeg2000Size, readJpegSize } from './codestream-size.js';
import { declareJpegRgb } from './jpeg-colors.js';
import type { PixelCodec } from './transfer-syntaxes.js';

export interface DecodedFrame {
  /** Little-endian samples of 8 bits or, from more than 8 bits of precision, 16; pixel by pixel. */
  readonly bytes: Uint8Array;
  readonly bits: number;
  /** Whether samples are red, green and blue, whatever the file says: the codec has converted them. */
  readonly isRgb: boolean;
}

/** The common interface of @cornerstonejs's decoders; each lives in the memory of its WebAssembly module. */
interface WasmDecoder {
  getEncodedBuffer(sizeBytes: number): Uint8Array;
  decode(): void;
  getDecodedBuffer(): Uint8Array;
  getInterleaveMode?(): number;
  delete(): void;
}

interface WasmModule {
  readonly [decoder: string]: unknown;
  readonly HEAPU8?: Uint8Array;
}

type WasmCodec = 'htj2k' | 'jpeg' | 'jpeg-2000' | 'jpeg-ls';

interface WasmSource {
  readonly decoder: string;
  readonly load: () => Promise<readonly [{ default: unknown }, { default: string }]>;
}

/** WebAssembly as text in the scripts, so that one bundle runs in Node and in a page without paths of its own. */
const WASM: Readonly<Record<WasmCodec, WasmSource>> = {
  'jpeg-ls': {
    decoder: 'JpegLSDecoder',
    load: () =>
      Promise.all([
        import('@cornerstonejs/codec-charls/decodewasmjs'),
        import('@cornerstonejs/codec-charls/decodewasm?inline'),
      ]),
  },
  'jpeg-2000': {
    decoder: 'J2KDecoder',
    load: () =>
      Promise.all([
        import('@cornerstonejs/codec-openjpeg/decodewasmjs'),
        import('@cornerstonejs/codec-openjpeg/decodewasm?inline'),
      ]),
  },
  htj2k: {
    decoder: 'HTJ2KDecoder',
    load: () =>
      Promise.all([import('@cornerstonejs/codec-openjph/wasmjs'), import('@cornerstonejs/codec-openjph/wasm?inline')]),
  },
  jpeg: {
    decoder: 'JPEGDecoder',
    load: () =>
      Promise.all([
        import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs'),
        import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasm?inline'),
      ]),
  },
};

/** Frames of 64 megapixels take less. */
const HEAP_BYTES_MAX = 1 << 29;

const modules = new Map<WasmCodec, Promise<WasmModule>>();

/**
 * Decodes a frame that must be of the size `expected`. Lossy JPEG becomes RGB, as its markers say or else as `photometric` does.
 * @throws InputError if it is of another size, damaged, or of a precision that the codec does not have.
 */
export async function decodeCompressed(
  codec: Exclude<PixelCodec, 'deflate' | 'rle'>,
  bytes: Uint8Array,
  expected: Pick<CodestreamSize, 'columns' | 'rows' | 'samples'> & { readonly photometric?: string },
): Promise<DecodedFrame> {
  const size = codec === 'jpeg-2000' || codec === 'htj2k' ? readJpeg2000Size(bytes) : readJpegSize(bytes);
  if (!size) throw damaged(codec);
  const same = (['columns', 'rows', 'samples'] as const).every((name) => size[name] === expected[name]);
  if (!same) {
    throw new InputError(`has a compressed frame of ${formatSize(size)}, but its header says ${formatSize(expected)}`);
  }
  if (codec === 'jpeg' && size.bits !== 8) {
    throw new InputError(
      `has lossy JPEG of ${size.bits} bits, which cannot be read; 8 bits can, and lossless JPEG: dcmdjpeg in.dcm out.dcm makes a copy without`,
    );
  }
  if (size.bits > 16) throw new InputError(`has compressed samples of ${size.bits} bits; up to 16 can be read`);
  const declared =
    codec === 'jpeg' && size.samples === 3 && expected.photometric === 'RGB' ? declareJpegRgb(bytes) : bytes;
  const decoded =
    codec === 'jpeg-lossless' ? await decodeLossless(bytes, size) : await decodeByWasm(codec, declared, size);
  const neededBytes = size.columns * size.rows * size.samples * (size.bits > 8 ? 2 : 1);
  if (decoded.length < neededBytes) throw damaged(codec);
  const isRgb = codec === 'jpeg' || ((codec === 'jpeg-2000' || codec === 'htj2k') && convertsToRgb(bytes));
  return { bytes: decoded.subarray(0, neededBytes), bits: size.bits, isRgb: size.samples === 3 && isRgb };
}

async function decodeLossless(bytes: Uint8Array, { bits }: CodestreamSize): Promise<Uint8Array> {
  const { decodeJpegLossless } = await import('./jpeg-lossless.js');
  const samples = decodeJpegLossless(bytes);
  return bits > 8 ? new Uint8Array(samples.buffer, 0, samples.byteLength) : Uint8Array.from(samples);
}

async function decodeByWasm(codec: WasmCodec, bytes: Uint8Array, size: CodestreamSize): Promise<Uint8Array> {
  const loaded = modules.get(codec) ?? loadModule(codec);
  modules.set(codec, loaded);
  const module = await loaded;
  const Decoder = module[WASM[codec].decoder] as new () => WasmDecoder;
  let decoder: WasmDecoder | undefined;
  try {
    decoder = new Decoder();
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    // Planes, of JPEG-LS alone, become pixels.
    const planar = size.samples > 1 && decoder.getInterleaveMode?.() === 0;
    const decoded = new Uint8Array(decoder.getDecodedBuffer());
    // Damaged data may have left its memory such that only this fails.
    decoder.delete();
    return planar ? interleave(decoded, size) : decoded;
  } catch (cause) {
    // An instance takes 50 MiB and stays after ordinary exceptions, which C++ throws as numbers; not after traps of
    // WebAssembly, which may leave its memory in disorder, nor once damaged data have made that grow.
    const broken =
      (cause instanceof Error && cause.name === 'RuntimeError') || (module.HEAPU8?.length ?? 0) > HEAP_BYTES_MAX;
    if (broken) modules.delete(codec);
    else decoder?.delete();
    throw damaged(codec, cause);
  }
}

async function loadModule(codec: WasmCodec): Promise<WasmModule> {
  const [script, { default: dataUrl }] = await WASM[codec].load();
  return startWasm<WasmModule>('default' in script ? script.default : script, dataUrl);
}

function interleave(planes: Uint8Array, { columns, rows, samples, bits }: CodestreamSize): Uint8Array {
  const sampleBytes = bits > 8 ? 2 : 1;
  const count = columns * rows;
  const pixels = new Uint8Array(planes.length);
  for (let pixel = 0; pixel < count; pixel++) {
    for (let sample = 0; sample < samples; sample++) {
      for (let byte = 0; byte < sampleBytes; byte++) {
        pixels[(pixel * samples + sample) * sampleBytes + byte] =
          planes[(sample * count + pixel) * sampleBytes + byte]!;
      }
    }
  }
  return pixels;
}

const formatSize = ({ columns, rows, samples }: Pick<CodestreamSize, 'columns' | 'rows' | 'samples'>) =>
  `${columns} × ${rows} pixels${samples > 1 ? ` of ${samples} samples` : ''}`;

const damaged = (codec: string, cause?: unknown) =>
  new InputError(`has ${codec} data that are damaged or cut short; get a whole copy`, { cause });
