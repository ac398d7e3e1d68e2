/** Writes the `Image` of wgsl/cast/frame/image.wgsl. */
import type { TileGrid } from '../../tiles/tile-grid.js';
import { OPAQUE } from '../../transfer/mode.js';
import type { Background } from '../scene.js';
import type { Settings } from '../settings.js';
import type { FrameOutput } from '../target/frame-output.js';
import { packFields } from './pack-fields.js';

/** Byte offsets of its fields; a test compares with the WGSL. */
export const IMAGE_OFFSETS = {
  width: 0,
  height: 4,
  rays: 8,
  opaque: 12,
  background: 16,
  background_opacity: 28,
  first_id: 32,
  first_distance: 36,
  first_samples: 40,
  first_skipped: 44,
  first_tests: 48,
  first_tile: 52,
  tile_columns: 56,
} as const;

export const IMAGE_SIZE_BYTES = 64;

const FLOATS: readonly string[] = ['opaque', 'background', 'background_opacity'];
const UNSIGNED_FIELDS = new Set(Object.keys(IMAGE_OFFSETS).filter((field) => !FLOATS.includes(field)));

/** No accumulated opacity reaches it. */
const NEVER_OPAQUE = 2;

/** For a dispatch of all tiles. */
export function packImage(
  settings: Settings,
  background: Background,
  output: FrameOutput,
  grid: TileGrid,
): ArrayBuffer {
  const { width, height, samplesPerPixel, earlyTermination } = settings;
  const fields = {
    width,
    height,
    rays: samplesPerPixel,
    opaque: earlyTermination ? OPAQUE : NEVER_OPAQUE,
    background: background === 'transparent' ? [0, 0, 0] : background,
    background_opacity: background === 'transparent' ? 0 : 1,
    first_id: output.firstId,
    first_distance: output.firstDistance,
    first_samples: output.firstSamples,
    first_skipped: output.firstSkipped,
    first_tests: output.firstTests,
    first_tile: 0,
    tile_columns: grid.paddedColumns,
  };
  return packFields(IMAGE_OFFSETS, IMAGE_SIZE_BYTES, fields, UNSIGNED_FIELDS);
}
