/** What tilecast adds in Node: adapters without a browser, files on disk, PNG. */
export { type FoundAdapter, listAdapters, type OpenGpuOptions, openGpu } from './adapters.js';
export { type ApngOptions, encodeApng } from './apng.js';
export { PartialFile } from './partial-file.js';
export { encodePng, type PngOptions } from './png.js';
export { readPngText } from './png-text.js';
export { type OpenedFile, openFile, readInputFile, readMeshFile, readVolumeFile } from './read-file.js';
export { loadShapeProfile, shapeProfilePath, storeShapeProfile } from './shape-profiles.js';
export { assertWritable, writeWholeFile } from './write-file.js';
