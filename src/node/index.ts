/** What tilecast adds in Node: adapters without a browser, files on disk, PNG. */
export { type FoundAdapter, listAdapters, type OpenGpuOptions, openGpu } from './adapters.js';
export { encodePng } from './png.js';
export { readInputFile, readVolumeFile, type VolumeOnDisk } from './read-file.js';
export { assertWritable, writeWholeFile } from './write-file.js';
