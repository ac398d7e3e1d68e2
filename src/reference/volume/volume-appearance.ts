/** The settings that the layers of a volume follow from. */
import type { HalfSpace } from '../../math/half-space.js';
import type { Isosurface } from '../../transfer/isosurface.js';
import type { Shading } from '../../transfer/light/shading.js';
import type { RenderMode } from '../../transfer/mode.js';
import type { TransferFunction } from '../../transfer/transfer-function.js';
import type { Grid } from '../../volume/grids/union-grid.js';
import type { Mask } from '../../volume/mask.js';
import { smallestSpacing, type Volume } from '../../volume/volume.js';
import type { VolumeLight } from '../light/volume-light.js';

export interface VolumeAppearance {
  readonly volume: Volume;
  readonly transfer: TransferFunction;
  /** The finest level that the volume is a coarser one of: opacities and gradients are those of its smallest spacing. */
  readonly finest?: Grid | undefined;
  readonly mode: RenderMode;
  /** Read by mode isosurface. */
  readonly isoValue?: number | undefined;
  /** Several of them instead. */
  readonly isosurfaces?: readonly Isosurface[] | undefined;
  readonly shading?: Shading | undefined;
  /** Light that goes through the volume; undefined where it casts no shadows. */
  readonly volumeLight?: VolumeLight | undefined;
  readonly mask?: Mask | undefined;
  readonly stepVoxels: number;
  /** Whether modes mip and minip look between samples too. */
  readonly refined?: boolean | undefined;
  /** Whether lit samples of a step of mode composite that are hardly seen share the light of their mean position. */
  readonly sharesLight?: boolean | undefined;
  /** Half-spaces whose faces are lit as such. */
  readonly clip?: readonly HalfSpace[] | undefined;
}

/** The distance between samples in the transfer function's unit of length. */
export function stepUnits({ volume, finest = volume, transfer, stepVoxels }: VolumeAppearance): number {
  return (stepVoxels * smallestSpacing(volume)) / (transfer.unit ?? smallestSpacing(finest));
}
