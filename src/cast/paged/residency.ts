/** Residency of a paged volume: pages in an atlas, the page table, and the pages that rays wait for. */
import { InputError } from '../../errors.js';
import { allocateStorage } from '../../gpu/allocate-storage.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { StagingRing } from '../../gpu/host/staging-ring.js';
import { wordsOf } from '../../gpu/shaders/structs.js';
import { TEXTURE_USAGE } from '../../gpu/usages.js';
import type { Vec3 } from '../../math/vec3.js';
import { forEachAtOnce } from '../../paged/at-once.js';
import type { PagedVolume } from '../../paged/paged-volume.js';
import { choosePages, type PageChoice, type PlacedPage } from '../../paged/pages/choose-pages.js';
import { countCached, distanceInColumns, firstPageOf } from '../../paged/pages/column-order.js';
import { orderByChunk } from '../../paged/pages/order-by-chunk.js';
import type { PageTexels } from '../../paged/pages/pack-page.js';
import { distanceOfPages, type PageGrid, type PageView, pageOfNumber, slotSide } from '../../paged/pages/page-grid.js';
import type { PageLayer } from '../../paged/pages/page-layers.js';
import { listRestOfChunk } from '../../paged/pages/rest-of-chunk.js';
import { touchedPages } from '../../paged/pages/touched-pages.js';
import type { Settings } from '../settings.js';
import { type AtlasLayer, BrickAtlas, SLOT_BITS } from './atlas.js';
import { PageFailures } from './page-failures.js';
import { PageStaging, type ReadPage } from './page-staging.js';

/** Flag in the table, beside the place of a resident page. */
const RESIDENT = 2 ** 31;

/** Pages that are read at a time: enough to keep the decoding workers busy, or a line to a server. */
const PAGES_AT_ONCE = { local: 16, remote: 32 } as const;
/** Flag in the table: all voxels of the page and of its border are the fill value. */
const EMPTY = 2 ** 30;

/** Pages that are loaded before any ray asks for them, of a store that has few: each round of rays costs more. */
const LOADED_FIRST_MAX = 128;
/** Slots that are asked for, for each page with something in it: they are arranged in a box, which may have fewer. */
const SLOTS_PER_TOUCHED = 1.25;
/** Rays of a small image are cast together, however small the atlas is. */
const MIN_STATE_BYTES = 2 ** 20;
/** Most bytes of a batch of pages on their way to the device, and their share of a small atlas. */
const MAX_STAGED_BYTES = 2 ** 25;
const STAGED_SHARE = 1 / 32;

/** Work done for frames, from the first one on. */
export interface PagingCounts {
  readonly rounds: number;
  readonly pagesLoaded: number;
  readonly pagesEvicted: number;
}

export interface ServeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which no more pages are begun with. */
  readonly longestMs?: number;
  /** Whether pages come in the order of columns, no more at a time than the cache has room for the chunks of. */
  readonly inColumns?: boolean;
  /** Keeps the pages that cannot be read; those that it has are not tried again. */
  readonly failures?: PageFailures | undefined;
}

/** A texture of the atlas, and what fills it. */
export type ResidentLayer = AtlasLayer & PageLayer;

/** The parts that a residency is made of. */
export interface ResidencyParts {
  readonly grid: PageGrid;
  /** The voxels first. */
  readonly layers: readonly ResidentLayer[];
  /** Memory that pages go through, which is destroyed with the residency. */
  readonly staging: StagingRing;
}

export class Residency {
  readonly grid: PageGrid;
  readonly atlas: BrickAtlas;
  /** r32uint, a texel a page: where in the atlas it is, 0 where it is not. */
  readonly table: GPUTexture;
  /** A word a page: rays that wait for it. */
  readonly requests: GPUBuffer;
  readonly #gpu: Gpu;
  readonly volume: PagedVolume;
  readonly #layers: readonly ResidentLayer[];
  readonly #staging: PageStaging;
  readonly #table: Uint32Array<ArrayBuffer>;
  /** Pages without an entry in the table. */
  #lacking: number;
  /** Layers of the table that have changed since it was written. */
  readonly #changed = new Set<number>();
  readonly #slotOf = new Map<number, number>();
  readonly #free: number[];
  /** Texels of pages that are on the device, for the next ones: as many as are read at a time. */
  readonly #spare: (readonly PageTexels[])[] = [];
  readonly #counts = { rounds: 0, pagesLoaded: 0, pagesEvicted: 0 };
  #states: GPUBuffer | undefined;
  #stripRows = 0;

  private constructor(
    gpu: Gpu,
    volume: PagedVolume,
    made: ResidencyParts & { readonly atlas: BrickAtlas; readonly requests: GPUBuffer },
  ) {
    this.#gpu = gpu;
    this.volume = volume;
    this.grid = made.grid;
    this.atlas = made.atlas;
    this.requests = made.requests;
    this.#layers = made.layers;
    const batchBytes = Math.min(STAGED_SHARE * volume.atlasBytes, MAX_STAGED_BYTES);
    this.#staging = new PageStaging(made.staging, made.atlas, batchBytes);
    this.#table = new Uint32Array(countOf(made.grid));
    this.#lacking = this.#table.length;
    this.#free = Array.from({ length: made.atlas.capacity }, (_, index) => made.atlas.capacity - 1 - index);
    this.table = gpu.device.createTexture({
      label: 'paged.table',
      size: [...made.grid.pages],
      dimension: '3d',
      format: 'r32uint',
      usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST,
    });
  }

  /** @throws DeviceError where there is no memory. */
  static async create(gpu: Gpu, volume: PagedVolume, parts: ResidencyParts): Promise<Residency> {
    const { grid, layers } = parts;
    const count = countOf(grid);
    const { requests } = await allocateStorage(gpu, 'paged', { requests: count });
    // Other layers may hold something where the voxels are empty.
    const touched = layers.length === 1 ? findTouched(volume, grid) : undefined;
    const maxSlots = touched ? Math.ceil(SLOTS_PER_TOUCHED * (touched.size + 1)) : count;
    const atlasOptions = { slotSide: slotSide(grid), layers, maxBytes: volume.atlasBytes, maxSlots };
    const atlas = await BrickAtlas.create(gpu, atlasOptions);
    const residency = new Residency(gpu, volume, { ...parts, atlas, requests });
    if (touched && atlas.capacity > 1) await residency.#shareEmptyPages(touched);
    return residency;
  }

  /** Has all pages but the touched ones in one slot, and those too where they are few. */
  async #shareEmptyPages(touched: ReadonlySet<number>): Promise<void> {
    let empty = 0;
    while (touched.has(empty)) empty++;
    const slot = this.#free.pop()!;
    await this.#send([{ slot, texels: await this.#read(empty, undefined) }]);
    await this.#staging.finish();
    this.#table.fill(EMPTY + this.#entryOf(slot));
    for (const page of touched) this.#table[page] = 0;
    this.#lacking = touched.size;
    for (let layer = 0; layer < this.grid.pages[2]; layer++) this.#changed.add(layer);
    const isFew = touched.size <= Math.min(LOADED_FIRST_MAX, this.#free.length);
    // Rays that need a page that cannot be read ask for it again, and say so.
    const failures = new PageFailures();
    if (isFew) await this.#load({ load: [...touched], evict: [] }, Number.POSITIVE_INFINITY, { failures });
    this.#writeTable();
  }

  /**
   * Makes room for the states of an image's rays, or of its paths, one for each pixel: of a strip of rows where the image's would
   * take more than a quarter of the atlas.
   * @throws InputError for rows that the adapter has no room for, DeviceError where there is no memory.
   */
  async loadStates({ width, height, samplesPerPixel, quality }: Settings): Promise<void> {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.#gpu.device.limits;
    const maxBytes = Math.min(maxBufferSize, maxStorageBufferBindingSize);
    const wordsOfPixel = quality === 'path' ? wordsOf('PathState') : wordsOf('RayState') * samplesPerPixel;
    const rowBytes = 4 * wordsOfPixel * width;
    if (rowBytes > maxBytes) {
      throw new InputError(
        `${width} pixels in a row with ${samplesPerPixel} rays each are too many for a volume in pages on ` +
          `${this.#gpu.adapterName}: take a smaller image or fewer rays per pixel`,
      );
    }
    const wantedBytes = Math.min(Math.max(this.volume.atlasBytes / 4, MIN_STATE_BYTES), maxBytes);
    this.#stripRows = Math.min(height, Math.max(1, Math.floor(wantedBytes / rowBytes)));
    const sizeBytes = rowBytes * this.#stripRows;
    if (this.#states && this.#states.size >= sizeBytes) return;
    this.#states?.destroy();
    this.#states = undefined;
    this.#states = (await allocateStorage(this.#gpu, 'paged', { states: sizeBytes / 4 })).states;
  }

  /** Rows of the image whose rays have room for their states at a time. */
  get stripRows(): number {
    return this.#stripRows;
  }

  /**
   * Begins rays through the volume.
   * @param inColumns whether their pages come in columns that are so narrow that the cache holds the chunks which they meet at a time.
   * @returns how far along the rays a page is.
   */
  beginRays(view: PageView, inColumns: boolean): (page: Vec3) => number {
    const { chunks, level } = this.volume;
    const { grid } = this;
    const distanceOf = inColumns ? distanceInColumns(grid, level, view, chunks) : distanceOfPages(grid, view);
    chunks.expectOrder(inColumns ? (chunk) => distanceOf(firstPageOf(grid, level, chunk)) : undefined);
    return distanceOf;
  }

  /** Whether all pages are resident, so that no ray can wait. */
  get isComplete(): boolean {
    return this.#lacking === 0;
  }

  get counts(): PagingCounts {
    return { ...this.#counts };
  }

  get states(): GPUBuffer | undefined {
    return this.#states;
  }

  /**
   * Loads what rays wait for, as far as there is room.
   * @param waiting rays by page, of the pages that any waits for.
   * @param distanceOf how far along its rays a page is.
   * @throws InputError, one line that starts with the store's name, where it cannot be read and failures are not kept.
   */
  async serve(
    waiting: ReadonlyMap<number, number>,
    distanceOf: (page: Vec3) => number,
    options: ServeOptions = {},
  ): Promise<void> {
    const { longestMs = Infinity, failures } = options;
    const placePage = (page: number): PlacedPage => ({
      page,
      distance: distanceOf(pageOfNumber(this.grid, page)),
      rays: waiting.get(page) ?? 0,
    });
    const wanted = [...waiting.keys()].filter((page) => !failures?.has(page)).map(placePage);
    const rest = options.inColumns ? this.#listRest(wanted, placePage) : [];
    const chosen = choosePages([...wanted, ...rest], [...this.#slotOf.keys()].map(placePage), this.#free.length);
    const { load, evict } = options.inColumns ? this.#limit(chosen) : chosen;
    this.#counts.rounds++;
    try {
      await this.#load({ load, evict }, performance.now() + longestMs, options);
    } finally {
      this.#writeTable();
    }
  }

  /** Pages that are loaded with the nearest one, because its chunk is decoded for all of them and none is known to be empty. */
  #listRest(wanted: readonly PlacedPage[], placePage: (page: number) => PlacedPage): PlacedPage[] {
    const { chunks, level } = this.volume;
    if (!chunks.keepsFaces || level.readRanges || wanted.length === 0) return [];
    const nearest = wanted.reduce((least, page) => (page.distance < least.distance ? page : least));
    const waited = new Set(wanted.map(({ page }) => page));
    const rest = listRestOfChunk(this.grid, level, nearest.page, waited).filter((page) => !this.#slotOf.has(page));
    // Rays are past those before it.
    return rest.map(placePage).filter(({ distance }) => distance > nearest.distance);
  }

  /** The first of the pages, as many as the cache has room for the chunks of. */
  #limit({ load, evict }: PageChoice): PageChoice {
    const count = countCached(load, this.grid, this.volume);
    return { load: load.slice(0, count), evict: evict.slice(0, Math.max(0, count - this.#free.length)) };
  }

  async #load(
    { load, evict }: PageChoice,
    endMs: number,
    { signal, failures }: Pick<ServeOptions, 'signal' | 'failures'>,
  ): Promise<void> {
    const givingWay = evict.values();
    // All of them come unless time is short: then the nearest come first.
    const order = endMs === Infinity ? [...orderByChunk(load, this.grid, this.volume.level)] : [...load];
    // There and back again: the chunks that a round has read last are those that are still in the cache.
    if (endMs === Infinity && this.#counts.rounds % 2 === 0) order.reverse();
    let batch: ReadPage[] = [];
    let sending = Promise.resolve();
    const sendBatch = () => {
      sending = this.#send(batch);
      batch = [];
      return sending;
    };
    try {
      await forEachAtOnce(order, PAGES_AT_ONCE[this.volume.level.isRemote ? 'remote' : 'local'], async (number) => {
        signal?.throwIfAborted();
        // Rays advance by the nearest one at least.
        if (number !== load[0] && performance.now() > endMs) return;
        if (this.#free.length === 0) this.#evict(givingWay.next().value!);
        // Taken before it is read, so that places do not follow from which read ends first: hardware filters round by them.
        const slot = this.#free.pop()!;
        try {
          const texels = await this.#read(number, signal);
          batch.push({ slot, texels });
        } catch (error) {
          this.#free.push(slot);
          if (!failures) throw error;
          failures.add(number, error);
          return;
        }
        this.#admit(number, slot);
        if (batch.length >= this.#staging.batchPages) await sendBatch();
        // Texels of no more pages than are read at a time wait for memory.
        else await sending;
      });
    } finally {
      // Pages that were read before an error are in the table.
      await sendBatch();
      await this.#staging.finish();
    }
  }

  #send(pages: readonly ReadPage[]): Promise<void> {
    return this.#staging.send(pages, () => this.#spare.push(...pages.map(({ texels }) => texels)));
  }

  #admit(number: number, slot: number): void {
    this.#slotOf.set(number, slot);
    this.#counts.pagesLoaded++;
    this.#setEntry(number, this.#entryOf(slot));
  }

  #entryOf(slot: number): number {
    const [x, y, z] = this.atlas.slotPosition(slot);
    return RESIDENT + x + 2 ** SLOT_BITS * (y + 2 ** SLOT_BITS * z);
  }

  #read(number: number, signal: AbortSignal | undefined): Promise<readonly PageTexels[]> {
    const page = pageOfNumber(this.grid, number);
    const into = this.#spare.pop();
    return Promise.all(this.#layers.map(({ read }, layer) => read(this.grid, page, signal, into?.[layer])));
  }

  #evict(page: number): void {
    this.#counts.pagesEvicted++;
    this.#free.push(this.#slotOf.get(page)!);
    this.#slotOf.delete(page);
    this.#setEntry(page, 0);
  }

  #setEntry(page: number, entry: number): void {
    this.#lacking += Number(entry === 0) - Number(this.#table[page] === 0);
    this.#table[page] = entry;
    this.#changed.add(pageOfNumber(this.grid, page)[2]);
  }

  /** Writes the layers that have changed: of a very large volume, all of them are a hundred megabytes. */
  #writeTable(): void {
    const [ni, nj] = this.grid.pages;
    const layout = { bytesPerRow: 4 * ni, rowsPerImage: nj };
    for (const layer of this.#changed) {
      const texels = this.#table.subarray(ni * nj * layer, ni * nj * (layer + 1));
      const destination = { texture: this.table, origin: [0, 0, layer] };
      this.#gpu.device.queue.writeTexture(destination, texels, layout, [ni, nj, 1]);
    }
    this.#changed.clear();
  }

  destroy(): void {
    for (const resource of [this.#staging, this.atlas, this.table, this.requests, this.#states]) resource?.destroy();
  }
}

/** Pages that a sparse store has a chunk in; undefined where that is not known, or all are. */
function findTouched({ present, level }: PagedVolume, grid: PageGrid): Set<number> | undefined {
  const chunks = present?.list?.();
  // Each chunk touches one page at least.
  if (!chunks || chunks.length >= countOf(grid)) return undefined;
  const touched = touchedPages(grid, level, chunks);
  return touched.size < countOf(grid) ? touched : undefined;
}

const countOf = ({ pages: [ni, nj, nk] }: PageGrid) => ni * nj * nk;
