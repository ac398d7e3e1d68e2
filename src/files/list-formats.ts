/** Lists what tilecast reads, by kind, from the tables of its readers. */
import { MESH_FORMATS } from './meshes/mesh-formats.js';
import { STORE_FORMATS } from './stores/open-store.js';
import { TRANSFER_FORMATS } from './transfer/transfer-formats.js';
import { VOLUME_FORMATS } from './volumes/volume-formats.js';

/** Formats of one kind. */
export interface FormatGroup {
  /** Contents of files of these formats. */
  readonly kind: string;
  /** The formats of the kind, with their endings. */
  readonly formats: readonly { readonly name: string; readonly extensions: readonly string[] }[];
}

/** All formats of files, folders and addresses that can be named as inputs and as options' files. */
export const FORMAT_GROUPS: readonly FormatGroup[] = [
  { kind: 'volumes', formats: VOLUME_FORMATS.filter(({ isSlice }) => !isSlice) },
  {
    kind: 'slices, alone or as numbered files of a folder or zip archive',
    formats: VOLUME_FORMATS.filter(({ isSlice }) => isSlice),
  },
  { kind: 'stores in levels or chunks: folders and addresses', formats: STORE_FORMATS },
  { kind: 'meshes', formats: MESH_FORMATS.filter(({ isLines }) => !isLines) },
  { kind: 'lines and points', formats: MESH_FORMATS.filter(({ isLines }) => isLines) },
  { kind: 'transfer functions', formats: TRANSFER_FORMATS },
  { kind: 'light, for --environment', formats: [{ name: 'Radiance', extensions: ['.hdr'] }] },
];
