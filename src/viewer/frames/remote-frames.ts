/** Frames that a server renders, where the browser cannot or does not see the files. */
import { type Camera, DeviceError, formatCamera, type ImageSize, InputError, type Quality } from '../../index.js';
import { parseJson } from '../../lab.js';
import { MovingForm } from './moving-form.js';

/** Fields of the view's recipe that a frame has otherwise. */
export interface RecipeChanges {
  readonly quality?: Quality;
  readonly step?: number;
  readonly camera?: Camera;
}

/** The numbers of a NumPy array begin after its header, whose length stands at this byte. */
const NPY_LENGTH_AT = 8;
const NPY_HEADER_AT = 10;

export class RemoteFrames {
  readonly #address: string;
  readonly #form = new MovingForm();

  /** @param address takes recipes, as `tilecast view` does. */
  constructor(address: string) {
    this.#address = address;
  }

  /** A frame; one that `moves` is soon replaced by another, and may lose something on a slow line. */
  async render(recipe: string, moves: boolean, signal?: AbortSignal): Promise<ImageBitmap> {
    const form = moves ? this.#form.next : 'png';
    const response = await this.#ask(recipe, form, signal);
    const startMs = performance.now();
    const picture = await response.blob();
    if (moves) this.#form.record(form, performance.now() - startMs);
    return createImageBitmap(picture, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  }

  /** The pixels of an exact frame: red, green, blue and alpha of each, not premultiplied. */
  async capture(recipe: string): Promise<{ pixels: Uint8Array<ArrayBuffer> } & ImageSize> {
    const { bytes, sizes } = readNpy(await (await this.#ask(recipe, 'pixels')).arrayBuffer());
    const [height = 0, width = 0] = sizes;
    return { pixels: bytes, width, height };
  }

  /** The distance along the ray of a picture's only pixel; Infinity where it meets nothing. */
  async measureDepth(recipe: string): Promise<number> {
    const { bytes } = readNpy(await (await this.#ask(recipe, 'depth')).arrayBuffer());
    return new DataView(bytes.buffer).getFloat32(bytes.byteOffset, true);
  }

  /** @throws InputError with the server's line where the recipe is wrong; DeviceError where it cannot render. */
  async #ask(recipe: string, output: string, signal?: AbortSignal): Promise<Response> {
    const url = new URL(this.#address, globalThis.location?.href);
    url.searchParams.set('output', output);
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: recipe };
    const response = await fetch(url, { ...request, ...(signal && { signal }) }).catch((cause: Error) => {
      signal?.throwIfAborted();
      throw new DeviceError(`the server that renders does not answer: ${cause.message}`, { cause });
    });
    if (response.ok) return response;
    const { error = response.statusText } = (await response.json().catch(() => ({}))) as { readonly error?: string };
    throw response.status < 500 ? new InputError(error) : new DeviceError(error);
  }
}

/** The recipe of a view with another size, and what a frame has otherwise. */
export function changeRecipe(
  recipe: string,
  { width, height }: ImageSize,
  { camera, step, quality }: RecipeChanges,
): string {
  return JSON.stringify({
    ...(parseJson(recipe) as object),
    size: `${width}x${height}`,
    ...(step !== undefined && { step: String(step) }),
    ...(quality !== undefined && { quality }),
    ...(camera && { camera: JSON.parse(formatCamera(camera)) }),
  });
}

function readNpy(buffer: ArrayBuffer): { readonly bytes: Uint8Array<ArrayBuffer>; readonly sizes: readonly number[] } {
  const start = NPY_HEADER_AT + new DataView(buffer).getUint16(NPY_LENGTH_AT, true);
  const header = new TextDecoder().decode(new Uint8Array(buffer, 0, start));
  const [, sizes = ''] = /'shape': \(([\d, ]*)\)/.exec(header) ?? [];
  return { bytes: new Uint8Array(buffer, start), sizes: sizes.split(',').filter(Boolean).map(Number) };
}
