/** What tilecast adds in Node: adapters without a browser, files on disk, PNG. */
export {
  ADAPTER_CHOICES,
  type AdapterChoice,
  FIND_ADAPTER_DEFAULTS,
  type FindAdapterOptions,
  type FoundAdapter,
  findAdapter,
  listAdapters,
  type OpenGpuOptions,
  openAdapter,
  openGpu,
} from './adapters.js';
export { type ApngOptions, encodeApng } from './apng.js';
export { type CreateRendererOptions, createRenderer } from './create-renderer.js';
export { adviseLavapipe } from './lavapipe.js';
export { loadMesh, loadVolume } from './load.js';
export { type OpenedFolder, type OpenedInput, openInputs } from './open-input.js';
export { PartialFile } from './partial-file.js';
export { encodePng, type PngOptions } from './png.js';
export { readPngText } from './png-text.js';
export { type OpenedFile, openFile, readInputFile } from './read-file.js';
export { readMeshFile, readVolumeFile } from './read-input.js';
export { loadShapeProfile, shapeProfilePath, storeShapeProfile } from './shape-profiles.js';
export { assertWritable, writeWholeFile } from './write-file.js';
