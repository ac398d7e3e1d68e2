/** The data that the inputs of a picture became: the volumes, labels and meshes that a scene is described of. */
import type {
  Environment,
  LabelStyle,
  MeshFile,
  MeshValues,
  PagedVolume,
  Statistics,
  StoreChannel,
  Volume,
  VolumeFile,
} from '../../index.js';
import type { CropGrid } from './cuts.js';

/** A volume: of a store a coarse version of it. */
export interface LoadedImage {
  /** The name of its file, where a page shows it. */
  readonly name?: string | undefined;
  readonly volume: Volume;
  /** The finer volume that it is a coarse version of, where there is one. */
  readonly pages?: PagedVolume | undefined;
  /** The finest level of its store, of which another may be shown. */
  readonly finest?: CropGrid | undefined;
  /** The voxels that the default appearance and the view follow from, if it is not the volume: the same whatever of a store is loaded. */
  readonly basis?: Volume | undefined;
  /** The channel of a store that it is, where several are shown together. */
  readonly channel?: StoreChannel | undefined;
}

export interface LoadedLabels {
  /** The name of their file, where a page shows it. */
  readonly name?: string | undefined;
  readonly volume: Volume;
  /** The labels of the finer voxels of a volume in pages, on these voxels. */
  readonly pages?: PagedVolume | undefined;
  /** Whether an option names them as a mask. */
  readonly isNamed?: boolean | undefined;
  /** All labels but 0, with the names and colours that their file has. */
  readonly styles: readonly LabelStyle[];
}

export interface LoadedMesh extends Omit<MeshFile, 'notes'> {
  readonly name: string;
  /** Values from files of their own, by the names that choose them. */
  readonly valueFiles?: ReadonlyMap<string, MeshValues>;
}

export interface SceneData extends Partial<Omit<LoadedImage, 'volume'>> {
  readonly volume: Volume | undefined;
  /** The voxels that it stands for, where it is a coarse version of them. */
  readonly grid?: CropGrid | undefined;
  /** Statistics of the voxels that the default appearance follows from; counted where they are needed, if they are not known. */
  readonly statistics: Statistics | undefined;
  /** Volumes that are shown with it. */
  readonly fused?: readonly LoadedImage[];
  /** Names and colours of the labels that it consists of itself. */
  readonly ownLabels?: VolumeFile['labels'];
  /** All labels but 0 of its pages, where they are known. */
  readonly pageLabels?: readonly number[] | undefined;
  readonly labels: LoadedLabels | undefined;
  readonly meshes: readonly LoadedMesh[];
  /** Whether lines are shown with a volume that is described apart from its meshes. */
  readonly holdsLines?: boolean | undefined;
  /** Whether any meshes are. */
  readonly holdsMeshes?: boolean | undefined;
  /** A panorama, the light around paths of light. */
  readonly environment?: Environment | undefined;
}

export const gridOf = ({ grid, volume }: Pick<SceneData, 'grid' | 'volume'>): CropGrid | undefined => grid ?? volume;

/** The voxels that the default appearance follows from. */
export const basisOf = ({ basis, volume }: Pick<SceneData, 'basis' | 'volume'>): Volume | undefined => basis ?? volume;
