/** Sends pages to the atlas, through memory that stays mapped from one to the next. */
import type { StagingRing } from '../../gpu/host/staging-ring.js';
import { mapVec3 } from '../../math/vec3.js';
import { ConcurrencyLimit } from '../../paged/chunks/concurrency-limit.js';
import type { PageTexels } from '../../paged/pages/pack-page.js';
import type { BrickAtlas } from './atlas.js';

/** WebGPU copies rows of texels to a texture from multiples of so many bytes. */
const ROW_ALIGNMENT = 256;

/** A page that has been read. */
export interface ReadPage {
  readonly slot: number;
  /** The texels of each layer. */
  readonly texels: readonly PageTexels[];
}

/** Sends pages in batches. `writeTexture` takes new memory again and again, and fills it with zeros: 48 MiB of it on lavapipe, in flight for 2 MiB. */
export class PageStaging {
  /** Pages of a full batch. */
  readonly batchPages: number;
  readonly #atlas: BrickAtlas;
  readonly #ring: StagingRing;
  /** The pieces of the ring are taken one after another. */
  readonly #turn = new ConcurrencyLimit(1);
  /** The first byte of each layer in the staged bytes of a page, and the bytes of its rows. */
  readonly #layers: readonly { readonly from: number; readonly bytesPerRow: number }[];
  readonly #pageBytes: number;

  /**
   * @param ring is destroyed with it.
   * @param batchBytes memory of a batch, but for one page at least.
   */
  constructor(ring: StagingRing, atlas: BrickAtlas, batchBytes: number) {
    this.#atlas = atlas;
    this.#ring = ring;
    let from = 0;
    this.#layers = atlas.layers.map(({ bytesPerTexel }) => {
      const bytesPerRow = Math.ceil((atlas.slotSide * bytesPerTexel) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
      const layer = { from, bytesPerRow };
      from += bytesPerRow * atlas.slotSide ** 2;
      return layer;
    });
    this.#pageBytes = from;
    this.batchPages = Math.max(1, Math.floor(batchBytes / this.#pageBytes));
  }

  /**
   * Resolves once there is memory for the pages, which may be filled later.
   * @param pages no more than a batch.
   * @param release is called once their texels may be overwritten.
   * @throws DeviceError if the device failed.
   */
  async send(pages: readonly ReadPage[], release: () => void): Promise<void> {
    if (pages.length === 0) return;
    const fill = (bytes: ArrayBuffer) => {
      for (const [index, { texels }] of pages.entries()) {
        for (const [layer, { from, bytesPerRow }] of this.#layers.entries()) {
          copyRows(texels[layer]!, this.#atlas.slotSide, bytes, index * this.#pageBytes + from, bytesPerRow);
        }
      }
      release();
    };
    const encodeAfter = (encoder: GPUCommandEncoder, staged: GPUBuffer) => {
      for (const [index, { slot }] of pages.entries()) this.#encodePage(encoder, staged, slot, index * this.#pageBytes);
    };
    const sizeBytes = this.batchPages * this.#pageBytes;
    await this.#turn.take(() => this.#ring.upload({ sizeBytes, fill, copies: [], encodeAfter }));
  }

  /** @param start where the page begins in the staged bytes. */
  #encodePage(encoder: GPUCommandEncoder, buffer: GPUBuffer, slot: number, start: number): void {
    const { slotSide, textures } = this.#atlas;
    const origin = mapVec3(this.#atlas.slotPosition(slot), (along) => along * slotSide);
    for (const [layer, { from, bytesPerRow }] of this.#layers.entries()) {
      encoder.copyBufferToTexture(
        { buffer, offset: start + from, bytesPerRow, rowsPerImage: slotSide },
        { texture: textures[layer]!, origin: [...origin] },
        [slotSide, slotSide, slotSide],
      );
    }
  }

  /** Waits until all pages are submitted. @throws DeviceError if the device failed. */
  finish(): Promise<void> {
    return this.#ring.finish();
  }

  destroy(): void {
    this.#ring.destroy();
  }
}

/** Word by word, where rows have whole ones: a call for each row takes longer than its few texels do. */
function copyRows(texels: PageTexels, side: number, bytes: ArrayBuffer, offset: number, bytesPerRow: number): void {
  const hasWords = (side * texels.BYTES_PER_ELEMENT) % 4 === 0 && texels.byteOffset % 4 === 0;
  const Elements = hasWords ? Uint32Array : (texels.constructor as Uint8ArrayConstructor);
  const length = (side * texels.BYTES_PER_ELEMENT) / Elements.BYTES_PER_ELEMENT;
  const source = new Elements(texels.buffer, texels.byteOffset, length * side * side);
  const target = new Elements(bytes, offset);
  const stride = bytesPerRow / Elements.BYTES_PER_ELEMENT;
  for (let row = 0; row < side * side; row++) {
    const [from, to] = [row * length, row * stride];
    for (let along = 0; along < length; along++) target[to + along] = source[from + along]!;
  }
}
