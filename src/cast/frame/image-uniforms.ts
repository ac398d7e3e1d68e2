/** The `Image` of wgsl/cast/frame/image.wgsl. */
import type { Struct } from '../../gpu/shaders/structs.js';
import type { TileGrid } from '../../tiles/tile-grid.js';
import { OPAQUE } from '../../transfer/mode.js';
import type { EvenBackground } from '../scene.js';
import type { Settings } from '../settings.js';
import type { OutputLayout } from '../target/outputs.js';

/** No accumulated opacity reaches it. */
const NEVER_OPAQUE = 2;

/** @param frames that accumulate, this one included. A dispatch is of all tiles. */
export function describeImage(
  settings: Settings,
  background: EvenBackground,
  { first }: OutputLayout,
  grid: TileGrid,
  frames: number,
): Struct<'Image'> {
  const { width, height, samplesPerPixel, earlyTermination, surfaceOpacity } = settings;
  const pixels = width * height;
  const counts = first.counts ?? 0;
  return {
    width,
    height,
    rays: samplesPerPixel,
    opaque: earlyTermination ? OPAQUE : NEVER_OPAQUE,
    background: background === 'transparent' ? [0, 0, 0] : background,
    background_opacity: background === 'transparent' ? 0 : 1,
    surface_opacity: surfaceOpacity,
    frames,
    first_color: first.color ?? 0,
    first_triangle: first.triangles ?? 0,
    first_distance: first.distances ?? 0,
    first_label: first.labels ?? 0,
    first_normal: first.normals ?? 0,
    first_value: first.values ?? 0,
    first_guides: first.guides ?? 0,
    first_samples: counts,
    first_skipped: counts + pixels,
    first_tests: counts + 2 * pixels,
    first_tile: 0,
    tile_columns: grid.paddedColumns,
    first_row: 0,
    end_row: height,
    is_first_round: 1,
  };
}
