/** Writes the `Image` of wgsl/cast/frame/image.wgsl. */
import { packStruct } from '../../gpu/structs.js';
import type { TileGrid } from '../../tiles/tile-grid.js';
import { OPAQUE } from '../../transfer/mode.js';
import type { Background } from '../scene.js';
import type { Settings } from '../settings.js';
import type { FrameOutput } from '../target/frame-output.js';

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
  return packStruct('Image', {
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
  });
}
