/**
 * tilecast in Node: adapters without a browser, files on disk, PNG.
 * @module tilecast/node
 */
export {
  ADAPTER_CHOICES,
  type AdapterChoice,
  FIND_ADAPTER_DEFAULTS,
  type FindAdapterOptions,
  parseGpuIndex,
} from './adapters/adapter-choices.js';
export {
  explainNamesakes,
  type FoundAdapter,
  findAdapter,
  type ListedAdapters,
  listAdapters,
  type OpenGpuOptions,
  openAdapter,
  openGpu,
} from './adapters/adapters.js';
export { listPciGpus, type PciGpu } from './adapters/equal-gpus.js';
export { adviseLavapipe, explainNoAdapter } from './adapters/lavapipe.js';
export { loadShapeProfile, shapeProfilePath, storeShapeProfile } from './adapters/shape-profiles.js';
export { type CreateRendererOptions, createRenderer } from './create-renderer.js';
export { loadOpenImageDenoise } from './denoise/open-image-denoise.js';
export { ensurePrivateFolder } from './folders/private-folder.js';
export { boundHostMemory, countKeptBytes, type InputMemory } from './host-memory.js';
export { isMissingModule } from './is-missing-module.js';
export { encodeJpeg } from './pictures/jpeg.js';
export {
  encodePicture,
  holdsText,
  type PictureFormat,
  pictureFormat,
  readPictureText,
} from './pictures/picture-formats.js';
export { encodeWebp } from './pictures/webp.js';
export { type ApngOptions, encodeApng } from './png/apng.js';
export { PngEncoder, type PngEncoderOptions } from './png/encode-in-threads.js';
export { encodePng, type PngImage, type PngOptions } from './png/png.js';
export { readPngText, withoutPngText } from './png/png-text.js';
export { loadEnvironment, loadMesh, loadVolume } from './read/load.js';
export { nameOfInput, type OpenedFolder, type OpenedInput, openInputs, openRawInputs } from './read/open-input.js';
export { type OpenFilesAhead, type ReadAheadOptions, readAhead } from './read/read-ahead.js';
export {
  type FilesAhead,
  type OpenedFile,
  type OpenFileOptions,
  openFile,
  openInputFile,
  type ReadFileOptions,
  readInputFile,
  readInputText,
} from './read/read-file.js';
export { readMeshFile, readVolumeFile } from './read/read-input.js';
export { diskKeys, isStoreFolder, type OpenedStore, openFlatStore } from './read/stores/find-store.js';
export { locateUrl, remoteOptions } from './read/streams.js';
export { assertPlaceWithin, assertWithin, confineInputs } from './read/within.js';
export { countVoxels } from './threads/count-voxels.js';
export { findShownPoints } from './threads/find-shown-points.js';
export { endThreads } from './threads/voxel-threads.js';
export { needsHeaders, useHeaders } from './web/web-headers.js';
export { assertEncodable, ENCODED_VIDEOS, EncodedVideo, isEncodedVideo } from './write/encoded-video.js';
export { withFolderWithin } from './write/folder-within.js';
export { PartialFile } from './write/partial-file.js';
export { createStoreFolder, type StoreFolder } from './write/store-folder.js';
export { removeAtExit, removeUnfinished } from './write/unfinished.js';
export { writeError } from './write/write-error.js';
export { assertWritable, makeFolder, writeWholeFile, writeWholeFileAt } from './write/write-file.js';
export { encodeY4mFrame, encodeY4mHeader } from './y4m.js';
