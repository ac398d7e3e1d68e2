/** tilecast's public API; it runs in browsers and in Node alike. */
/// <reference types="@webgpu/types" preserve="true" />

export { BVH_DEFAULTS, Bvh, type BvhOptions, type BvhSize, type DescribeStep } from './bvh/bvh.js';
export { findInside } from './bvh/find-inside.js';
export {
  defaultChunk,
  type IntersectOptions,
  intersectSegments,
  MISSED_T,
  type NearestCrossings,
  type SegmentAnswers,
  type Segments,
} from './bvh/intersect-segments.js';
export {
  SEGMENT_QUERIES,
  SEGMENT_QUERY_DEFAULTS,
  SegmentQuery,
  type SegmentQueryKind,
  type SegmentQueryOptions,
} from './bvh/segment-query.js';
export {
  type Camera,
  cameraBasis,
  createCamera,
  type OrthographicCamera,
  type PerspectiveCamera,
} from './camera/camera.js';
export { FIT_DEFAULTS, type FitOptions, fitCamera } from './camera/fit.js';
export { ORBIT_DEFAULTS, type OrbitOptions, orbit } from './camera/orbit.js';
export { checkCamera, formatCamera, parseCamera } from './camera/parse-camera.js';
export { spreadViews } from './camera/spread-views.js';
export { thickSlab } from './camera/thick-slab.js';
export {
  defaultView,
  parseViewName,
  VIEW_NAMES,
  type ViewDirection,
  type ViewName,
  viewDirection,
} from './camera/views.js';
export { type Frame, type FrameStats, NO_TRIANGLE, type PixelCounts, type PixelTimes } from './cast/frame.js';
export { RENDERER_DEFAULTS, Renderer, type RendererOptions } from './cast/renderer.js';
export {
  type AmbientOcclusion,
  type Background,
  type Cull,
  MAX_OCCLUSION_RAYS,
  MAX_REFLECTIONS,
  MESH_SCENE_DEFAULTS,
  type MeshScene,
  type PosedMesh,
  type Scene,
  type VolumeScene,
} from './cast/scene.js';
export {
  type MeshVariant,
  RAY_TRACINGS,
  type RayTracing,
  RENDER_DEFAULTS,
  type RenderOptions,
} from './cast/settings.js';
export { DeviceError, InputError, TilecastError } from './errors.js';
export { gunzip } from './files/bytes/inflate.js';
export { createNpyHeader, NPY_HEADER_BYTES } from './files/bytes/npy.js';
export type { MeshFile, MeshReader } from './files/meshes/mesh-file.js';
export { findMeshFormat, MESH_FORMATS, type MeshFormat, readMesh } from './files/meshes/mesh-formats.js';
export { readTransfer, TRANSFER_FORMATS, type TransferFormat } from './files/transfer/transfer-formats.js';
export { createRawReader } from './files/volumes/raw.js';
export { parseRawLayout, type RawLayout } from './files/volumes/raw-layout.js';
export type { Decompress, FileSource, VolumeFile, VolumeReader, VolumeSelection } from './files/volumes/source.js';
export { findVolumeFormat, readVolume, VOLUME_FORMATS, type VolumeFormat } from './files/volumes/volume-formats.js';
export { Gpu, type GpuFeature, type GpuOptions } from './gpu/gpu.js';
export type { Affine } from './math/affine.js';
export type { HalfSpace } from './math/plane.js';
export { boundingSphere, type Sphere } from './math/sphere.js';
export type { Vec3 } from './math/vec3.js';
export { type Box, boundingBox, boxCorners } from './mesh/bounds.js';
export {
  createDeformation,
  DEFORMATION_NAMES,
  type Deformation,
  type DeformationName,
  parseDeformationName,
} from './mesh/deform.js';
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
  TORUS_DEFAULTS,
  type TorusOptions,
  TRIANGLE_SOUP_DEFAULTS,
  type TriangleSoupOptions,
} from './mesh/generators/generate.js';
export {
  createTerrain,
  createTerrainSegments,
  TERRAIN_DEFAULTS,
  type TerrainOptions,
  type TerrainSegments,
} from './mesh/generators/terrain.js';
export { mergeMeshes } from './mesh/merge-meshes.js';
export { createMesh, findBadTriangles, type Mesh } from './mesh/mesh.js';
export { computeNormals } from './mesh/normals.js';
export { recenter } from './mesh/recenter.js';
export { subdivide } from './mesh/subdivide.js';
export { transformMesh } from './mesh/transform-mesh.js';
export { drawOverlays, type Overlays } from './overlay/draw-overlays.js';
export { createHeatmap, type Heatmap, type HeatmapOptions } from './overlay/heatmap.js';
export { holdsNumber, lineEvery, type Tiles } from './overlay/tile-lines.js';
export { type ChooseShapeOptions, chooseByRule, chooseShape } from './shapes/choose-shape.js';
export { measurePixelSteps, type PixelSteps } from './shapes/pixel-steps.js';
export { checkShape, formatShape, parseShape, type Shape } from './shapes/shape.js';
export { candidateShapes, STATIC_SHAPE, shapesOf, subgroupFootprint } from './shapes/shape-families.js';
export { type AdapterIdentity, mergeProfiles, type ProfileView, type ShapeProfile } from './shapes/shape-profile.js';
export { assertProfileOf, formatShapeProfile, parseShapeProfile } from './shapes/shape-profile-text.js';
export type { ShapeChoice, ShapePolicy } from './shapes/shape-ranking.js';
export type { ShapeView } from './shapes/shape-view.js';
export {
  LOCALITY_DEFAULTS,
  type Locality,
  type LocalityOptions,
  simulateLocality,
} from './shapes/simulate-locality.js';
export { TEXTURE_LAYOUTS, type TextureLayout } from './shapes/texture-layout.js';
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
export { applyWindow } from './transfer/apply-window.js';
export { defaultTransfer } from './transfer/default-transfer.js';
export { formatTransfer } from './transfer/format-transfer.js';
export { RENDER_MODES, type RenderMode } from './transfer/mode.js';
export { findTransfer, NAMED_TRANSFERS, type NamedTransfer } from './transfer/named-transfers.js';
export { parseTransfer } from './transfer/parse-transfer.js';
export { createShading, SHADING_DEFAULTS, type Shading } from './transfer/shading.js';
export {
  type Color,
  createTransferFunction,
  parseColor,
  type TransferFunction,
  type TransferFunctionInput,
  type ValueRange,
} from './transfer/transfer-function.js';
export {
  type Measurement,
  type MeasureOptions,
  measureShapes,
  type ShapeTimes,
  spreadOf,
  type TimeSpread,
  typicalNoise,
} from './tune/measure-shapes.js';
export { TUNE_DEFAULTS, type TuneOptions, tuneShapes } from './tune/tune-shapes.js';
export { cropToVoxels, cropToWorld } from './volume/clip.js';
export { describeVolume, type VolumeDescription } from './volume/describe-volume.js';
export { createHistogram, type Histogram } from './volume/histogram.js';
export { createMask, type LabelStyle, type Mask } from './volume/mask.js';
export { computeStatistics, percentile, type Statistics } from './volume/statistics.js';
export { corners, createVolume, smallestSpacing, type Volume, type VoxelArray } from './volume/volume.js';
