/**
 * Exports that the command line and the experiments need beyond the public API; they may change with every release.
 * @module tilecast/lab
 */

export { defaultChunk } from './bvh/chunks.js';
export { patientView } from './camera/mesh-view/patient-view.js';
export { checkCamera } from './camera/parse-camera.js';
export { spreadViews } from './camera/spread-views.js';
export { parseViewName } from './camera/views.js';
export { flatPartView } from './camera/volume-view.js';
export { OwningRenderer } from './cast/create-renderer.js';
export { type DenoisingNetwork, denoiseByNetwork, type NetworkInput } from './cast/denoise/network-denoiser.js';
export { addFrameSums, denoiseSums, type FrameSums } from './cast/denoise/share-sums.js';
export { ruleAdapterOf } from './cast/frame/rule-adapter.js';
export { fitIntegrals } from './cast/measure/fit-integrals.js';
export { choosePathsPerFrame } from './cast/path/render-paths.js';
export { type ShownLight, showColors } from './cast/path/show-colors.js';
export { RAY_TRACINGS } from './cast/settings.js';
export { findHiddenLabels } from './cast/volume/find-hidden-labels.js';
export { isDense } from './cast/volume/is-dense.js';
export { fitsOneTexture } from './cast/volume/resident/voxel-format.js';
export { createShownEnds, splitSlices } from './cast/volume/shown-boxes.js';
export { pointsOfShown } from './cast/volume/shown-points.js';
export { hideSecret, maskSecrets } from './errors.js';
export { findEntry, findOnlyFile, isArchive, isPackage, openEntry } from './files/archive.js';
export { encodeExr } from './files/arrays/encode-exr.js';
export { encodeNpy } from './files/arrays/encode-npy.js';
export { encodeTiff } from './files/arrays/encode-tiff.js';
export type { PixelArray } from './files/arrays/pixel-array.js';
export { aboutFile } from './files/bytes/about-file.js';
export { BUDGET_DEFAULTS, Budget, type BudgetOptions, FILE_LIMITS } from './files/bytes/budget.js';
export { type ByteRange, rangeWithin } from './files/bytes/byte-range.js';
export { inflateRawStart } from './files/bytes/compression/inflate.js';
export { createNpyHeader, NPY_HEADER_BYTES } from './files/bytes/npy.js';
export { isOutside, mayLeaveOut, OutsideError } from './files/bytes/outside-error.js';
export { isDataOfHeader, plainNames } from './files/bytes/sibling-names.js';
export { startWasm } from './files/bytes/start-wasm.js';
export { encodeBase64 } from './files/bytes/text/base64.js';
export { decodeEscapes } from './files/bytes/text/decode-escapes.js';
export { parseJson } from './files/bytes/text/parse-json.js';
export { decodeText } from './files/bytes/text/utf8.js';
export { isDirectoryFile, listDirectoryFiles } from './files/dicom/directory.js';
export { parseDicomWebAddress } from './files/dicom/web/dicom-web-address.js';
export { findForeignKind } from './files/foreign/find-foreign-kind.js';
export type { ForeignKind } from './files/foreign/foreign-kind.js';
export { refuseUnknown } from './files/foreign/refuse-unknown.js';
export { leaveOutLeftoverInputs, leaveOutLeftovers } from './files/leftovers.js';
export { FORMAT_GROUPS, type FormatGroup } from './files/list-formats.js';
export { RAS_TO_LPS } from './files/meshes/mesh-file.js';
export { readShownMesh } from './files/meshes/mesh-formats.js';
export { type DecodeBesideOptions, decodeBeside, workersFor } from './files/stores/decoding/decode-beside.js';
export type { BytesAnswer, DecodeTask } from './files/stores/decoding/decode-task.js';
export {
  type BytesTask,
  type PoolWorker,
  type PoolWorkerEvents,
  type StartWorker,
  WorkerPool,
  type WorkerPoolOptions,
} from './files/stores/decoding/worker-pool.js';
export { folderKeys, type KeyStore, LISTED_MAX } from './files/stores/key-store.js';
export { findFlatStore, findRawStore, selectFlatStore } from './files/stores/open-flat-store.js';
export { folderOfMark, isStore, STORE_MARKS } from './files/stores/open-store.js';
export type { Compress } from './files/stores/zarr/write/chunk-codec.js';
export type { KeyWriter } from './files/stores/zarr/write/shard-writer.js';
export {
  WRITE_STORE_DEFAULTS,
  type WriteStoreOptions,
  writeStore,
} from './files/stores/zarr/write/write-store.js';
export { isJpeg, isPicture, isWebp } from './files/volumes/pictures/is-picture.js';
export { parseRawLayout } from './files/volumes/raw/raw-layout.js';
export { nameLengthUnit } from './files/volumes/samples/length-units.js';
export { isSwapped } from './files/volumes/samples/voxels.js';
export { findSlices } from './files/volumes/volume-formats.js';
export { bucketRoot, parseBucketAddress } from './files/web/bucket-address.js';
export { CollectedBytes } from './files/web/collected-bytes.js';
export { findSigningRegion } from './files/web/refusal.js';
export { fetchRemote, openRemote, type RemoteFile } from './files/web/remote-file.js';
export {
  addressBelow,
  addressBeside,
  isDicomWeb,
  isUrl,
  nameUrl,
  refuseCredentials,
  withoutDicomWeb,
} from './files/web/web-address.js';
export { LargeFileError, requestBytes } from './files/web/web-request.js';
export { decimateSurfaces } from './isosurface/decimate-surfaces.js';
export { extractShownSurfaces, type LabelPart, type ShownSurfaces } from './isosurface/shown-label-surfaces.js';
export { affineOfMatrix } from './math/affine.js';
export { isDark } from './mesh/attributes/is-dark.js';
export { parseDeformationName } from './mesh/deform.js';
export { CHESSBOARD_DEFAULTS, type ChessboardOptions, createChessboard } from './mesh/generators/chessboard.js';
export {
  createGrid,
  createIcosphere,
  createTorus,
  createTriangleSoup,
  GRID_DEFAULTS,
  type GridOptions,
  ICOSPHERE_DEFAULTS,
  type IcosphereOptions,
  type SoupKind,
  TORUS_DEFAULTS,
  type TorusOptions,
  TRIANGLE_SOUP_DEFAULTS,
  type TriangleSoupOptions,
} from './mesh/generators/create-basic-meshes.js';
export {
  createTerrain,
  createTerrainSegments,
  TERRAIN_DEFAULTS,
  type TerrainOptions,
  type TerrainSegments,
} from './mesh/generators/terrain.js';
export { findBadTriangles } from './mesh/mesh.js';
export { type RecenteredPositions, recenter, worldPositions } from './mesh/recenter.js';
export { surfacePoints } from './mesh/surface-points.js';
export { subdivide } from './mesh/topology/subdivide.js';
export { legendShare } from './overlay/draw-overlays.js';
export { createHeatmap, type Heatmap, type HeatmapOptions } from './overlay/heatmap.js';
export { isLightBackground } from './overlay/light-background.js';
export { formatLength, scaleBarLength, unitSymbol } from './overlay/scale-bar.js';
export { findMissingLetters } from './overlay/text/font.js';
export { holdsNumber, lineEvery } from './overlay/tile-lines.js';
export { mapAtOnce } from './paged/at-once.js';
export { fewChunksBytes, leastCacheBytes } from './paged/chunks/cache-bytes.js';
export { ChunkCache } from './paged/chunks/chunk-cache.js';
export { describeStore, type StoreDescription } from './paged/describe-store.js';
export { freeWhole } from './paged/free-buffer.js';
export { fitsWhole } from './paged/paged-volume.js';
export { readBox } from './paged/pages/pack-page.js';
export { listValues } from './paged/read/list-values.js';
export type { VoxelBox } from './paged/read/read-box.js';
export { readVoxels } from './paged/read/read-level.js';
export { type PartSource, readPart } from './paged/read/read-part.js';
export { readBasis } from './paged/read-basis.js';
export { levelSizeBytes, viewVoxels, voxelSizeBytes } from './paged/store.js';
export { storeOfVolume } from './paged/store-of-volume.js';
export type { CacheSize } from './shapes/cache.js';
export { type ChooseShapeOptions, chooseByRule, chooseShape } from './shapes/choose-shape.js';
export { measurePixelSteps, type PixelSteps } from './shapes/pixel-steps.js';
export { checkShape, formatShape } from './shapes/shape.js';
export { candidateShapes, STATIC_SHAPE, shapesOf, subgroupLaneLayout } from './shapes/shape-families.js';
export { mergeProfiles } from './shapes/shape-profile.js';
export { assertProfileOf, formatShapeProfile } from './shapes/shape-profile-text.js';
export type { ShapeChoice } from './shapes/shape-ranking.js';
export type { ShapeView } from './shapes/shape-view.js';
export {
  LOCALITY_DEFAULTS,
  type Locality,
  type LocalityOptions,
  simulateLocality,
} from './shapes/simulate-locality.js';
export { TEXTURE_LAYOUTS, type TextureLayout } from './shapes/texture-layout.js';
export type { SplitForm } from './split/plan-level.js';
export { exclusiveScan, Scanner, type ScannerOptions, type ScanVariant } from './split/scan.js';
export {
  type PairArrays,
  Sorter,
  type SorterOptions,
  type SortInput,
  type SortOutput,
  sortPairs,
} from './split/sort.js';
export {
  SPLIT_DEFAULTS,
  type SplitApproach,
  type SplitInput,
  type SplitOptions,
  type SplitOutput,
  type SplitResult,
  Splitter,
  type SplitterOptions,
  split,
} from './split/split.js';
export { wholeAppearance, windowedAppearance } from './transfer/default/default-appearance.js';
export { DERIVED_LIGHT } from './transfer/default/derived-light.js';
export { thresholdSigned } from './transfer/default/signed-transfer.js';
export { describeWindowOf, judgeWindows } from './transfer/grey-display.js';
export { FORMULAS } from './transfer/light/environment.js';
export { countDirections, isLightList } from './transfer/light/lights.js';
export { sumsSamples } from './transfer/mode.js';
export { evaluateOpacity, valueEnds } from './transfer/transfer-function.js';
export {
  type MeasureOptions,
  measureShapes,
  type ShapeMeasurement,
  type ShapeTimes,
  spreadOf,
  type TimeSpread,
  typicalNoise,
} from './tune/measure-shapes.js';
export { TUNE_DEFAULTS, type TuneOptions, tuneShapes } from './tune/tune-shapes.js';
export { keepMiddle } from './volume/crop.js';
export { describeVolume, type VolumeDescription } from './volume/describe-volume.js';
export { enlargeDots, shapeOfDots } from './volume/enlarge-dots.js';
export { isSameGrid } from './volume/grids/same-grid.js';
export type { Orientation } from './volume/orientation.js';
export { cutBetween } from './volume/resample/cut-between.js';
export { downsample } from './volume/resample/downsample.js';
export { refineMasked } from './volume/resample/refine-masked.js';
export { mergeStatistics } from './volume/statistics/statistics.js';
export { voxelsOfSubject } from './volume/subject-box.js';
export { checkFloat32Range } from './volume/values/float32-range.js';
export { type LabelVerdict, recognizeLabels } from './volume/values/recognize-labels.js';
export { isStatisticMap, recognizeValues } from './volume/values/value-kind.js';
