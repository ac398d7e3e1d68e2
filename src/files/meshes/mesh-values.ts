/** Files of values for the vertices of a mesh that another file has. */
import type { MeshValues } from '../../mesh/attributes/values.js';
import type { FileSource } from '../volumes/source.js';

/** @throws InputError, one line that starts with the file's name, for anything that holds no values. */
export type ValuesReader = (source: FileSource) => Promise<MeshValues[]>;
