/** The controller keeps frames to the budget, on machines of any speed, and does not swing. */
import { describe, expect, it } from 'vitest';
import { FRAME_RESOLUTIONS, QualityController } from '../../../src/viewer/frames/frame-resolution.js';

/** Frames on a machine that needs so many milliseconds for a full one, with some noise. */
function play(controller: QualityController, fullMs: number, frames: number) {
  return Array.from({ length: frames }, (_, frame) => {
    const { scale, step, isDraft } = controller.quality;
    const timeMs = 1 + ((fullMs * scale * scale) / (isDraft ? 2 * step : step)) * (1 + 0.1 * Math.sin(7 * frame));
    controller.record(timeMs);
    return { scale, step, timeMs };
  });
}

describe('the quality of moving frames', () => {
  it.each([5, 60, 200, 700, 2000])('keeps to the budget where a full frame takes %d ms', (fullMs) => {
    const last = play(new QualityController({ budgetMs: 33 }), fullMs, 60).slice(-20);
    const coarsest = FRAME_RESOLUTIONS.at(-1)!;
    const least = (fullMs * coarsest.scale ** 2) / (2 * coarsest.step);
    for (const { timeMs } of last) expect(timeMs).toBeLessThan(Math.max(36, 1.2 * least + 1));
  });

  it('begins coarse, and has the right quality after one frame', () => {
    const controller = new QualityController({ budgetMs: 33 });
    expect(controller.quality.scale).toBe(0.25);
    play(controller, 100, 1);
    const { quality } = controller;
    expect(quality.scale).toBeGreaterThan(0.25);
    play(controller, 100, 1);
    expect(controller.quality).toBe(quality);
  });

  it('is whole on a fast machine', () => {
    const controller = new QualityController({ budgetMs: 33 });
    play(controller, 5, 60);
    expect(controller.quality).toBe(FRAME_RESOLUTIONS[0]);
  });

  it.each([40, 90, 150, 400])('does not swing where a full frame takes %d ms', (fullMs) => {
    const controller = new QualityController({ budgetMs: 33 });
    play(controller, fullMs, 80);
    const seen = new Set(play(controller, fullMs, 80).map(({ scale, step }) => `${scale} ${step}`));
    expect(seen.size).toBeLessThanOrEqual(1);
  });

  it('takes no notice of a machine that slept', () => {
    const controller = new QualityController({ budgetMs: 33 });
    play(controller, 20, 30);
    const { quality } = controller;
    controller.record(60_000);
    expect(controller.quality).toBe(quality);
  });
});
