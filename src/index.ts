/**
 * tilecast's public API; it runs in browsers and in Node alike.
 * @module tilecast
 */

export {
  type Camera,
  type CameraBasis,
  cameraBasis,
  createCamera,
  heightAtTarget,
  type ImageSize,
  type OrthographicCamera,
  type PerspectiveCamera,
  type Ray,
  rayThroughPixel,
} from './camera/camera.js';
export { type CameraKey, cameraAt, EASES, type Ease } from './camera/camera-path.js';
export { FIT_DEFAULTS, type FitOptions, fitCamera } from './camera/fit.js';
export { FIT_POINTS_DEFAULTS, type FitPointsOptions, fitPoints } from './camera/fit-points.js';
export { type MeshViewOptions, meshFront, meshView } from './camera/mesh-view/mesh-view.js';
export type { ViewSamples } from './camera/mesh-view/view-samples.js';
export { ORBIT_DEFAULTS, type OrbitOptions, orbit } from './camera/orbit.js';
export { formatCamera, parseCamera } from './camera/parse-camera.js';
export { thickSlab } from './camera/thick-slab.js';
export { placeCamera, turnCamera, verticalOf, withVertical } from './camera/vertical.js';
export {
  type AnatomicalView,
  type AxisView,
  type SideView,
  VIEW_NAMES,
  type ViewDirection,
  type ViewName,
  viewDirection,
} from './camera/views.js';
export { type ViewedVolume, volumeView } from './camera/volume-view.js';
export { type CreateRendererOptions, createRenderer } from './cast/create-renderer.js';
export type {
  Frame,
  FrameInfo,
  FrameReport,
  FrameStats,
  PagingStats,
  PixelCounts,
  PixelTimes,
  PresentedFrame,
} from './cast/frame.js';
export { previewScene } from './cast/paged/preview-scene.js';
export type { PartialScene } from './cast/partial/partial-scene.js';
export { PATHS_DEFAULTS, type PathsOptions, type PathsPicture } from './cast/path/paths-options.js';
export { renderPaths } from './cast/path/render-paths.js';
export type { MappedOptions, PresentOptions, ReadOptions, ViewedScene } from './cast/render-request.js';
export {
  type PrepareOptions,
  RENDERER_DEFAULTS,
  Renderer,
  type RendererOptions,
} from './cast/renderer.js';
export {
  type AmbientOcclusion,
  type Background,
  CULLS,
  type Cull,
  type EvenBackground,
  type FusedVolume,
  MAX_FUSED,
  MAX_OCCLUSION_RAYS,
  MAX_REFLECTIONS,
  MESH_SCENE_DEFAULTS,
  type MeshScene,
  type PosedMesh,
  type Scene,
  type SoftShadows,
  type VolumeScene,
} from './cast/scene.js';
export {
  type MeshVariant,
  QUALITIES,
  type Quality,
  type RayTracing,
  RENDER_DEFAULTS,
  type RenderOptions,
} from './cast/settings.js';
export {
  compositeParts,
  cropPartImage,
  type FinishOptions,
  finishParts,
  type ImageArea,
  type PartImage,
} from './cast/target/composite-parts.js';
export { type FrameOutputs, NO_TRIANGLE, type OutputName } from './cast/target/outputs.js';
export type { CanvasLike, FrameTarget } from './cast/target/target.js';
export { viewCells } from './cast/view-cells.js';
export type { ReadVoxels } from './cast/volume/resident/stage-voxels.js';
export {
  FILTERS,
  type Filter,
  type GradientSource,
  type Lighting,
  type Sampling,
  type SamplingOptions,
  type StepSampling,
  TABLE_KINDS,
  type TableKind,
  type Traversal,
  type WordFormat,
} from './cast/volume/sampling.js';
export { shownPoints, shownPointsInSteps } from './cast/volume/shown-points.js';
export { DeviceError, InputError, TilecastError } from './errors.js';
export type { ByteRange } from './files/bytes/byte-range.js';
export {
  type ByteSource,
  blobSource,
  type FetchedSeries,
  type FileFolder,
  memorySource,
  type SeriesServer,
  type ServedSeries,
} from './files/bytes/byte-source.js';
export { gunzip, isZip } from './files/bytes/compression/inflate.js';
export { openZip } from './files/bytes/compression/zip.js';
export type { MemoryAccount } from './files/bytes/memory-account.js';
export type { FileData } from './files/data-source.js';
export type { SeriesDescription } from './files/dicom/dicom.js';
export { isDicom } from './files/dicom/is-dicom.js';
export type { PatientData } from './files/dicom/stacks/slice.js';
export { openDicomWeb } from './files/dicom/web/open-dicom-web.js';
export { readEnvironment } from './files/environments/read-environment.js';
export { readLabelTable } from './files/labels/label-table.js';
export { loadEnvironment } from './files/load-environment.js';
export { loadMesh } from './files/load-mesh.js';
export { type LoadOptions, loadVolume } from './files/load-volume.js';
export { findMeshFormat } from './files/meshes/find-mesh-format.js';
export type { MeshAnimation, MeshFile, MeshReader, MeshSpace } from './files/meshes/mesh-file.js';
export {
  MESH_FORMATS,
  type MeshFormat,
  readMeshValues,
} from './files/meshes/mesh-formats.js';
export type { ValuesReader } from './files/meshes/mesh-values.js';
export { WRITABLE_MESHES, writeMesh } from './files/meshes/mesh-writers.js';
export { writePly } from './files/meshes/ply/write-ply.js';
export { readMesh } from './files/read-mesh.js';
export { type ReadVolumeOptions, readVolume } from './files/read-volume.js';
export { fetchKeys, isStoreUrl } from './files/stores/fetch-keys.js';
export type { KeyStore } from './files/stores/key-store.js';
export { openStore } from './files/stores/open-store.js';
export type { StoreSelection } from './files/stores/zarr/zarr-store.js';
export { readTransfer, TRANSFER_FORMATS, type TransferFormat } from './files/transfer/transfer-formats.js';
export { findVolumeFormat } from './files/volumes/find-volume-format.js';
export { createRawReader } from './files/volumes/raw/raw.js';
export type { RawLayout } from './files/volumes/raw/raw-layout.js';
export type { Endianness } from './files/volumes/samples/voxels.js';
export type {
  Decompress,
  FileLabel,
  FileSource,
  FolderReader,
  VolumeFile,
  VolumeReader,
  VolumeSelection,
} from './files/volumes/source.js';
export {
  listSeries,
  readVolumeFolder,
  VOLUME_FORMATS,
  type VolumeFormat,
} from './files/volumes/volume-formats.js';
export { STREAMABLE_VOLUMES, type StreamedVolume, streamVolume } from './files/volumes/writers/stream-volume.js';
export { WRITABLE_VOLUMES, writeVolume } from './files/volumes/writers/volume-writers.js';
export type { WriteOptions, WrittenFile } from './files/volumes/writers/written-file.js';
export type { HeadersOf } from './files/web/follow-redirects.js';
export type { ServerPace } from './files/web/server-record.js';
export { type BodyProgress, REMOTE_DEFAULTS, type RemoteOptions } from './files/web/web-request.js';
export {
  type AdapterKind,
  type AdapterNames,
  type AdapterTraits,
  describeAdapter,
  type TellingInfo,
} from './gpu/adapter-traits.js';
export type { BufferPart } from './gpu/buffer-part.js';
export { Gpu, type GpuFeature, type GpuOptions, type SharedDeviceOptions } from './gpu/gpu.js';
export type { Wait } from './gpu/kernels.js';
export type { PassTimes } from './gpu/timer.js';
export { BUFFER_USAGE, MAP_MODE, TEXTURE_USAGE } from './gpu/usages.js';
export { extractIsosurface, ISOSURFACE_DEFAULTS, type IsosurfaceOptions } from './isosurface/extract-isosurface.js';
export {
  extractLabelSurfaces,
  type LabelSurface,
} from './isosurface/extract-label-surfaces.js';
export {
  LABEL_SURFACE_DEFAULTS,
  type LabelSurfaceOptions,
  MAX_LABEL_SMOOTHING,
} from './isosurface/label-surface-options.js';
export { type Affine, IDENTITY_AFFINE, transformPoint } from './math/affine.js';
export type { HalfSpace } from './math/half-space.js';
export { boundingSphere, type Sphere } from './math/sphere.js';
export type { Vec3 } from './math/vec3.js';
export { colorMesh } from './mesh/attributes/color-mesh.js';
export type { MeshImage, MeshTextures, Wrap } from './mesh/attributes/textures.js';
export { findValueRange, findValues, type MeshValues } from './mesh/attributes/values.js';
export { withoutColors } from './mesh/attributes/without-colors.js';
export { type Box, boundingBox, boxCorners } from './mesh/bounding-box.js';
export { createDeformation, DEFORMATION_NAMES, type Deformation, type DeformationName } from './mesh/deform.js';
export { createGround, findGround } from './mesh/generators/ground.js';
export type { MeshMaterials } from './mesh/materials/mesh-materials.js';
export {
  MATERIAL_DEFAULTS,
  type MaterialImage,
  type MaterialImageName,
  type OpacityMode,
  type SurfaceMaterial,
} from './mesh/materials/surface-material.js';
export { mergeMeshes } from './mesh/merge-meshes.js';
export { createMesh, type Mesh } from './mesh/mesh.js';
export { computeNormals } from './mesh/normals.js';
export { type FaceSamples, sampleFaces } from './mesh/sample-faces.js';
export { CREASE_DEFAULTS, type CreaseOptions, splitCreases } from './mesh/topology/split-creases.js';
export { transformMesh } from './mesh/transform-mesh.js';
export { drawOverlays, type Overlays } from './overlay/draw-overlays.js';
export { type EdgeLetters, edgeLetters } from './overlay/edge-letters.js';
export type { LegendEntry } from './overlay/legend.js';
export type { Tiles } from './overlay/tile-lines.js';
export { pageVolume } from './paged/page-volume.js';
export {
  openPagedVolume,
  PAGED_VOLUME_DEFAULTS,
  type PagedVolume,
  type PagedVolumeOptions,
} from './paged/paged-volume.js';
export { readLevel } from './paged/read/read-level.js';
export { readStoreVolume, type StoreVolume } from './paged/read/read-store-volume.js';
export type { BlockRanges, ChunkVoxels, Level, PresentChunks, Store, StoreChannel, VoxelType } from './paged/store.js';
export { type LaneLayout, parseShape, type Shape, type WorkgroupOrder } from './shapes/shape.js';
export type { AdapterIdentity, ProfileView, ShapeProfile } from './shapes/shape-profile.js';
export { parseShapeProfile } from './shapes/shape-profile-text.js';
export type { ShapePolicy } from './shapes/shape-ranking.js';
export { applyWindow, windowOf } from './transfer/apply-window.js';
export { blendTransfers } from './transfer/blend-transfers.js';
export {
  COLOR_MAP_TRANSFER_DEFAULTS,
  type ColorMapTransferOptions,
  colorMapTransfer,
} from './transfer/color-maps.js';
export { colorValues } from './transfer/color-values.js';
export { type DefaultAppearance, defaultAppearance, windowAppearance } from './transfer/default/default-appearance.js';
export { defaultTransfer } from './transfer/default/default-transfer.js';
export { labelColors } from './transfer/default/label-colors.js';
export type { SliceReason } from './transfer/default/slice-alone.js';
export { formatColor, formatTransfer } from './transfer/format-transfer.js';
export type { DisplayWindow, GreyDisplay } from './transfer/grey-display.js';
export { hideBelow } from './transfer/hide-below.js';
export { checkIsosurfaces, type Isosurface, MAX_ISOSURFACES } from './transfer/isosurface.js';
export { LIGHT_SPACES, type LightSpace, MAX_ANISOTROPY } from './transfer/light/albedo.js';
export {
  createEnvironmentMap,
  ENVIRONMENTS,
  type Environment,
  type EnvironmentMap,
} from './transfer/light/environment.js';
export type { MeshFinish } from './transfer/light/finish.js';
export { LAMP_DEGREES } from './transfer/light/lamps.js';
export { formatLight, parseLight } from './transfer/light/light-text.js';
export {
  KEY_LIGHT,
  LIGHT_PRESETS,
  type Light,
  type LightChoice,
  MAX_LIGHT_DEGREES,
  MAX_LIGHTS,
} from './transfer/light/lights.js';
export { createShading, SHADING_DEFAULTS, type Shading } from './transfer/light/shading.js';
export type { ShadowCatcher } from './transfer/light/shadow-catcher.js';
export { createSky, SKY_DEFAULTS, type SkyOptions, TURBIDITY_RANGE } from './transfer/light/sky.js';
export { TONES, type Tone } from './transfer/light/tone.js';
export { RENDER_MODES, type RenderMode, reducesToValue } from './transfer/mode.js';
export { parseTransfer } from './transfer/parse-transfer.js';
export {
  findTransfer,
  NAMED_TRANSFERS,
  type NamedTransfer,
  type NamedTransferOptions,
} from './transfer/presets/named-transfers.js';
export {
  type Color,
  type ColorPoint,
  createTransferFunction,
  type OpacityPoint,
  parseColor,
  type TransferFunction,
  type TransferFunctionInput,
  type ValueRange,
} from './transfer/transfer-function.js';
export { attenuationOf, createXrayTransfer, largestLineIntegral } from './transfer/xray.js';
export { cropToVoxels, cropToWorld, cutsOf } from './volume/crop.js';
export type { IsosurfaceSide } from './volume/grids/isosurface-grid.js';
export { createMask, type LabelStyle, MASK_EDGES, type Mask, type MaskEdges } from './volume/mask.js';
export { nearestWorldAxes } from './volume/orientation.js';
export { decimate } from './volume/resample/decimate.js';
export { isSignedDistance } from './volume/signed-distances.js';
export {
  type Cell,
  type CellTree,
  type CellView,
  cutPart,
  orderCells,
  splitCells,
  type VolumePart,
} from './volume/split-volume.js';
export { createHistogram, type Histogram } from './volume/statistics/histogram.js';
export {
  computeStatistics,
  computeStatisticsInSteps,
  percentile,
  type Statistics,
} from './volume/statistics/statistics.js';
export { finishSteps, type Steps } from './volume/steps.js';
export { coarseFloat32Step, type Float32Step } from './volume/values/float32-step.js';
export type { ValueKind } from './volume/values/value-kind.js';
export {
  corners,
  createVolume,
  smallestSpacing,
  type Volume,
  type VoxelArray,
  type VoxelMeaning,
  worldToIndex,
} from './volume/volume.js';
