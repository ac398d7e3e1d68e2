/** A volume and its appearance on the device; each is uploaded when it is first met, and found again by identity. */
import type { Gpu } from '../../../gpu/gpu.js';
import { StagingRing } from '../../../gpu/host/staging-ring.js';
import type { PassTimer } from '../../../gpu/timer.js';
import type { PagedVolume } from '../../../paged/paged-volume.js';
import type { Grid } from '../../../volume/grids/union-grid.js';
import type { Mask } from '../../../volume/mask.js';
import type { Volume } from '../../../volume/volume.js';
import type { BrickDistances } from '../../bricks/distances.js';
import { cached } from '../../frame/cached.js';
import type { FusedStore, ResidentFused } from '../../fused/fused-store.js';
import type { LightPlan } from '../../light/plan-light.js';
import type { ResidentPages } from '../../paged/upload-pages.js';
import { ResidentCache } from '../../resident-cache.js';
import type { VolumeScene } from '../../scene.js';
import type { Settings } from '../../settings.js';
import { continueGrid } from '../grids.js';
import type { SamplingPlan } from '../plan-sampling.js';
import type { SkipPlan } from '../plan-skipping.js';
import type { WordFormat } from '../sampling.js';
import { DerivedStore } from './derived-store.js';
import { EarlyUpload } from './early-upload.js';
import { type MaskTexture, uploadMask } from './mask.js';
import type { PresentScene } from './present-volume.js';
import type { ReadVoxels } from './stage-voxels.js';
import { type UploadOptions, uploadVolume, type VolumeTexture } from './texture.js';
import { type ResidentTransfer, TransferStore } from './transfer-store.js';
import { canWriteVolume, writeVolumeTexture } from './write-volume.js';

/** Pieces of memory that pages go through by turns: one is filled while the other is copied. */
const PAGE_PIECES = 2;

/** The coarse version of a volume in pages. */
export type ResidentPreview = Pick<ResidentVolume, 'volume' | 'mask' | 'fused'>;

/** The parts that one frame needs; those that it does without are undefined. */
export interface ResidentVolume extends ResidentTransfer {
  readonly volume: VolumeTexture;
  readonly mask: MaskTexture | undefined;
  /** Undefined where gradients are not stored. */
  readonly differences: GPUTexture | undefined;
  /** Undefined where nothing is skipped by them. */
  readonly distances: BrickDistances | undefined;
  /** The grid that samples are placed in. */
  readonly grid: Grid;
  /** The preview of a volume in pages, where light goes through it. */
  readonly preview: ResidentPreview | undefined;
  /** Volumes that are fused with it, and what these share; undefined where there are none. */
  readonly fused: readonly ResidentVolume[];
  readonly together: ResidentFused | undefined;
}

/** The parts of a sampling plan that hold for one volume. */
type TablePlan = Pick<SamplingPlan, 'table' | 'judgedUnits' | 'transferTable' | 'words' | 'gradients'>;

/** The parts of a frame's plan that decide what is loaded. */
export interface VolumePlan {
  readonly skip: SkipPlan;
  readonly sampling: SamplingPlan;
  readonly light: Pick<LightPlan, 'grid'> | undefined;
}

const needsRanges = ({ distances, ranges }: SkipPlan) => distances !== undefined || ranges;

/** Limit for volumes that the current frame does not use, and the same again for masks. */
const MAX_VOLUME_BYTES = 2 ** 31;

/** Bytes of a volume's texture at most. */
const bytesOf = ({ voxels, colors }: Volume) =>
  Float32Array.BYTES_PER_ELEMENT * voxels.length + (colors?.byteLength ?? 0);

/** Paged volumes, each of which takes what it may. */
const MAX_PAGED = 1;

const destroyAll = (resources: readonly { destroy(): void }[]) => {
  for (const resource of resources) resource.destroy();
};

export class VolumeStore {
  readonly #gpu: Gpu;
  readonly #timer: PassTimer;
  /** A value may hold one texture for each format that 16-bit integers were asked for in, with the ranges of bricks or without. */
  readonly #volumes = new ResidentCache<Volume, Map<string, Promise<VolumeTexture>>>({
    capacity: MAX_VOLUME_BYTES,
    weightOf: bytesOf,
    release: (byFormat) => this.#releaseVolumes(byFormat),
  });
  /** Ends the pauses of an upload between frames: one of them waits for it. */
  readonly #hurry = new WeakMap<Volume, () => void>();
  readonly #early: EarlyUpload;
  readonly #masks = new ResidentCache<Mask, Promise<MaskTexture>>({
    capacity: MAX_VOLUME_BYTES,
    weightOf: ({ labels }) => bytesOf(labels),
    release: ({ labels, styles }) => destroyAll([labels, styles]),
  });
  readonly #paged = new ResidentCache<PagedVolume, Promise<ResidentPages>>({
    capacity: MAX_PAGED,
    release: ({ volume, mask, fused }) => {
      for (const one of [volume, ...fused]) this.#releaseTexture(one);
      mask?.styles.destroy();
    },
  });
  readonly #transfers: TransferStore;
  #fused: FusedStore | undefined;
  readonly #derived: DerivedStore;

  constructor(gpu: Gpu, timer: PassTimer) {
    this.#gpu = gpu;
    this.#timer = timer;
    this.#transfers = new TransferStore(gpu);
    this.#derived = new DerivedStore(gpu);
    this.#early = new EarlyUpload(gpu, timer, (volume) => this.#releaseTexture(volume));
  }

  /** @throws InputError if the volume, the mask or a fused volume does not fit on the device. */
  async load(scene: PresentScene, settings: Settings, { skip, sampling, light }: VolumePlan): Promise<ResidentVolume> {
    for (const store of this.#stores) store.beginFrame();
    const { fused = [], pages, volume: preview } = scene;
    const { words } = sampling;
    const paged = pages && this.#loadPages(pages, scene, settings, words);
    const { allowDownsample } = settings;
    const load = (volume: Volume) => this.#loadVolume(volume, { allowDownsample, words, ranges: needsRanges(skip) });
    const loadFused = (nth: (index: number) => Promise<VolumeTexture>) =>
      Promise.all(
        fused.map(({ volume, transfer }, index) => {
          const transferTable = sampling.fusedTables[index]!;
          const forms = { table: 'float-texture', judgedUnits: undefined, words, gradients: 'samples' } as const;
          const tables = { ...forms, transferTable };
          return this.#loadOne({ volume, transfer }, skip, tables, nth(index));
        }),
      );
    const [first, others] = await Promise.all([
      this.#loadOne(scene, skip, sampling, paged ? paged.then(({ volume }) => volume) : load(preview), paged),
      loadFused((n) => (paged ? paged.then((resident) => resident.fused[n]!) : load(fused[n]!.volume))),
    ]);
    const isCoarse = pages !== undefined && light?.grid !== undefined;
    const coarse = isCoarse ? await this.#loadPreview(scene, others, words) : undefined;
    const grid = continueGrid(first.grid, pages ? [] : fused).whole;
    const together = others.length > 0 ? await this.#loadTogether(sampling.fusedTables, others) : undefined;
    return { ...first, preview: coarse, grid, fused: others, together };
  }

  /** Pages that show one volume do not load what several share. */
  async #loadTogether(tables: SamplingPlan['fusedTables'], others: readonly ResidentVolume[]): Promise<ResidentFused> {
    const { FusedStore } = await import('../../fused/fused-store.js');
    this.#fused ??= new FusedStore(this.#gpu);
    const gradients = others.map(({ gradientOpacity }) => gradientOpacity?.table);
    return this.#fused.load(
      [...tables, ...gradients],
      others.flatMap(({ distances }) => distances ?? []),
    );
  }

  async #loadPreview(
    { volume, mask, fused = [] }: PresentScene,
    others: readonly ResidentVolume[],
    words: WordFormat,
  ): Promise<ResidentPreview> {
    const load = (preview: Volume) => this.#loadVolume(preview, { allowDownsample: true, words, ranges: true });
    const [texture, labels, ...fusedTextures] = await Promise.all([
      load(volume),
      mask && this.#loadMask(mask),
      ...fused.map((one) => load(one.volume)),
    ]);
    return {
      volume: texture!,
      mask: labels,
      fused: others.map((other, index) => ({ ...other, volume: fusedTextures[index]! })),
    };
  }

  #loadMask(mask: Mask): Promise<MaskTexture> {
    return cached(this.#masks, mask, () => uploadMask(this.#gpu, mask));
  }

  async #loadOne(
    scene: PresentScene,
    skip: SkipPlan,
    sampling: TablePlan,
    texture: Promise<VolumeTexture>,
    paged?: Promise<ResidentPages>,
  ): Promise<ResidentVolume> {
    const { transfer, mask } = scene;
    // Compiles while voxels go up. Who asks for them next hears what fails.
    this.#derived.compile(scene, skip, sampling).catch(() => undefined);
    const [volume, maskTexture] = await Promise.all([
      texture,
      mask && (scene.pageLabels ? paged!.then((resident) => resident.mask) : this.#loadMask(mask)),
    ]);
    const ofTransfer = this.#transfers.load(transfer, sampling);
    const differences = sampling.gradients === 'stored' ? await this.#derived.differences(volume) : undefined;
    const distances =
      skip.distances &&
      (await this.#derived.distances(
        scene,
        { mode: skip.distances, majorants: skip.majorants },
        volume,
        ofTransfer.transfer,
        maskTexture,
      ));
    return {
      ...ofTransfer,
      volume,
      distances,
      differences,
      mask: maskTexture,
      grid: volume.resident,
      preview: undefined,
      fused: [],
      together: undefined,
    };
  }

  /**
   * Uploads a volume and compiles what finds its bricks and gradients.
   * @param pace of the pieces, where other scenes are rendered meanwhile.
   */
  async prefetch(
    scene: VolumeScene,
    { allowDownsample }: Settings,
    { skip, sampling }: Pick<VolumePlan, 'skip' | 'sampling'>,
    pace: UploadOptions['pace'],
  ): Promise<void> {
    if (scene.pages) return;
    const { words } = sampling;
    await Promise.all([
      this.#derived.compile(scene, skip, sampling),
      this.#loadVolume(scene.volume, { allowDownsample, words, ranges: needsRanges(skip) }, pace),
    ]);
  }

  /** Uploads a volume of which no scene is known yet. @param read reads voxels that may not be in memory yet. */
  upload(volume: Volume, read: ReadVoxels): Promise<void> {
    return this.#early.begin(volume, read);
  }

  #loadVolume(
    volume: Volume,
    { ranges, ...options }: Required<Pick<UploadOptions, 'allowDownsample' | 'words'>> & { readonly ranges: boolean },
    pace?: () => Promise<unknown>,
  ): Promise<VolumeTexture> {
    if (!pace) this.#hurry.get(volume)?.();
    const { words } = options;
    const byFormat = cached(this.#volumes, volume, () => new Map<string, Promise<VolumeTexture>>());
    if (!ranges && !byFormat.has(words) && canWriteVolume(this.#gpu, volume)) {
      return cached(byFormat, `${words} without ranges`, async () => writeVolumeTexture(this.#gpu, volume, words));
    }
    return cached(byFormat, words, () => {
      const isNeeded = pace && new Promise<void>((resolve) => this.#hurry.set(volume, resolve));
      const paced = pace && (() => Promise.race([pace(), isNeeded]));
      const upload = () => uploadVolume(this.#gpu, this.#timer, volume, { ...options, pace: paced });
      return this.#early.take(volume, options.words)?.catch(upload) ?? upload();
    });
  }

  /** One whose border is too narrow, or of other labels, makes place for another. */
  async #loadPages(
    volume: PagedVolume,
    scene: PresentScene,
    settings: Settings,
    words: WordFormat,
  ): Promise<ResidentPages> {
    const { planPages, serves, uploadPages } = await import('../../paged/upload-pages.js');
    const options = planPages(scene, settings, words);
    const known = await this.#paged.get(volume);
    if (known && serves(known, this.#gpu, options)) return known;
    this.#paged.delete(volume);
    const staging = new StagingRing(this.#gpu, 'volume.staging', PAGE_PIECES);
    return cached(this.#paged, volume, () => uploadPages(this.#gpu, volume, options, staging));
  }

  #releaseVolumes(byFormat: ReadonlyMap<string, Promise<VolumeTexture>>): void {
    for (const pending of byFormat.values()) {
      pending
        .then((volume) => this.#releaseTexture(volume))
        // An upload that failed left nothing to free.
        .catch(() => undefined);
    }
  }

  #releaseTexture(volume: VolumeTexture): void {
    // Textures of pages go with their residency.
    destroyAll([volume.residency ?? volume.texture]);
    volume.brickRanges?.destroy();
    if (!volume.residency) volume.colors?.destroy();
    this.#derived.release(volume);
  }

  get #stores() {
    return [this.#volumes, this.#paged, this.#masks, this.#transfers, this.#derived];
  }

  destroy(): void {
    this.#early.destroy();
    this.#fused?.destroy();
    for (const store of this.#stores) store.destroy();
  }
}
