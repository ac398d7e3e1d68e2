/** Scenes as callers give them: parts may be left out, or have names. */
import type { TransferFunction } from '../../transfer/transfer-function.js';
import type { Background, MeshScene, VolumeScene } from '../scene.js';

/** Parts of a scene that may be given by name, or left out. */
interface NamedParts {
  /** A transfer function, or the name of one of `NAMED_TRANSFERS` with its light and mode; default: it follows from the volume. */
  readonly transfer?: TransferFunction | string | undefined;
  /** Default black; a text is "#rrggbb" or "#rgb". */
  readonly background?: Background | `#${string}` | undefined;
}

type Volumes = Omit<VolumeScene, keyof NamedParts> & NamedParts;
type Meshes = Omit<MeshScene, 'background'> & Pick<NamedParts, 'background'>;

/** A scene whose volume may lack a transfer function, or name one. */
export type PartialScene = Volumes | Meshes | (Volumes & Meshes);
