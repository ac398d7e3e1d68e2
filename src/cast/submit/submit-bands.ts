/**
 * Submits a frame but for what it ends in: its rays go in bands of tiles, or in rounds between which pages come. Pages load it
 * for their first such frame.
 */
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimer } from '../../gpu/timer.js';
import { encodeCast, encodeScene } from '../frame/encode-frame.js';
import type { FramePreparer, PreparedFrame } from '../frame/prepare-frame.js';
import type { CallOptions } from '../settings.js';
import { castInBands } from './cast-in-bands.js';
import { castInRounds, type RoundedImage, type RoundOptions } from './cast-in-rounds.js';
import { submitEncoded } from './submit-encoded.js';

/** Bands for which the timer has room beside the other passes. */
const MAX_TIMED_BANDS = 20;

/** @throws the signal's reason once it is aborted; the next frame is whole again. */
export async function submitInBands(
  gpu: Gpu,
  timer: PassTimer,
  preparer: FramePreparer,
  prepared: PreparedFrame,
  call: CallOptions & Pick<RoundOptions, 'showRound'>,
): Promise<void> {
  const { uniforms } = preparer;
  await submitEncoded(gpu, 'frame', (encoder) => {
    encodeScene(encoder, timer, uniforms, prepared);
  });
  const castBand = async (firstTile: number, columns: number) => {
    await submitEncoded(gpu, 'band', (encoder) => {
      uniforms.writeFirstTile(firstTile);
      encodeCast(encoder, timer, gpu, prepared, { columns, rows: 1 });
    });
    await gpu.idle();
  };
  const castRound: RoundedImage['castRound'] = (before, after) =>
    submitEncoded(gpu, 'round', (encoder) => {
      before(encoder);
      encodeCast(encoder, timer, gpu, prepared, { columns: paddedColumns, rows: paddedRows });
      after(encoder);
    });
  const { settings, paging, plan } = prepared;
  const { paddedColumns, paddedRows } = plan.grid;
  const maxBands = settings.timestamps ? MAX_TIMED_BANDS : Infinity;
  try {
    if (paging) {
      const { width, height, samplesPerPixel, quality } = settings;
      const isPath = quality === 'path';
      const image = {
        height,
        // Paths of a pixel follow each other.
        rowRays: isPath ? width : width * samplesPerPixel,
        isStraight: !isPath,
        chooseStrip: uniforms.writeStrip.bind(uniforms),
        castRound,
      };
      await castInRounds(gpu, paging, image, call);
    } else await castInBands(paddedColumns * paddedRows, castBand, call, maxBands);
  } catch (error) {
    // Some of the picture is this frame's, some of those before.
    preparer.discard();
    throw error;
  }
}
