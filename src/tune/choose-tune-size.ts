/** How large the volume and the image are that an adapter is tuned with: as large as a few minutes allow. */
import type { AdapterTraits } from '../gpu/adapter-traits.js';

/**
 * Voxels along each side of the volume, and pixels along each side of the image. Large enough that a GPU's caches do not hold
 * the volume; a software adapter would take an hour for that. An H200 needs the largest: 512² rays are not enough to fill it,
 * and a profile of them is worse there, at 1024³ onto 1024², than one shape for all (experiments/workgroup-shapes). Powers of
 * two, so that the tiles of hardly any shape hang over the image's edge.
 */
const SIZES = { cpu: 128, gpu: 512, fastGpu: 1024 } as const;

/** A frame of the largest size takes up to 8 times as long as one of half of it, for 8 times the samples. */
const FAST_FRAME_MS = 1.5;

/** All shapes from all viewpoints are 13 000 frames by default. A volume that only just fits may be slow to read. */
const MAX_FRAME_MS = 12;

/** A frame of some size on the adapter. */
export interface TuneProbe {
  readonly frameMs: number;
  /** Whether the device held the whole volume, and not a smaller copy. */
  readonly fits: boolean;
}

/** @param probe renders a frame, once warm; it is not asked on software adapters, and for the largest only where that is quick. */
export async function chooseTuneSize(
  { kind }: Pick<AdapterTraits, 'kind'>,
  probe: (size: number) => Promise<TuneProbe>,
): Promise<number> {
  if (kind !== 'gpu') return SIZES.cpu;
  const { frameMs } = await probe(SIZES.gpu);
  if (frameMs > FAST_FRAME_MS) return SIZES.gpu;
  const large = await probe(SIZES.fastGpu);
  return large.fits && large.frameMs <= MAX_FRAME_MS ? SIZES.fastGpu : SIZES.gpu;
}
