/** Draws frames that end in memory: submits them, at once or in bands, and reads back what was asked for. */
import type { Gpu } from '../../gpu/gpu.js';
import { Readback } from '../../gpu/host/readback.js';
import type { PassTimer } from '../../gpu/timer.js';
import { ComputePasses } from '../frame/compute-passes.js';
import { encodeFrame } from '../frame/encode-frame.js';
import type { FramePreparer, PreparedFrame } from '../frame/prepare-frame.js';
import type { Frame } from '../frame.js';
import { describeFrame } from '../measure/describe-frame.js';
import { countSlabs, measureBlocks } from '../measure/measure-frame.js';
import { decodeMeshCounts, growBins, type MeshCounts, meshCountRanges } from '../mesh/bin-check.js';
import type { CallOptions } from '../settings.js';
import { isFollowed, submitEncoded, submitInBands } from '../submit/submit-bands.js';
import { labelsOfStyles } from '../volume/resident/mask.js';
import { decodeCounts, decodeOutput, rangeOf } from './output-buffer.js';
import type { FrameOutputs, OutputName } from './outputs.js';

export class FrameReader {
  readonly #gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #preparer: FramePreparer;
  readonly #readback: Readback;

  constructor(gpu: Gpu, timer: PassTimer, preparer: FramePreparer) {
    this.#gpu = gpu;
    this.#timer = timer;
    this.#preparer = preparer;
    this.#readback = new Readback(gpu, 'frame.readback');
  }

  /** Bins that have no room for all items grow, and the frame is drawn again. */
  async read(prepared: PreparedFrame, call: CallOptions): Promise<Frame<OutputName>> {
    const { settings, resident } = prepared;
    const { meshes } = resident;
    for (;;) {
      await this.#submit(prepared, call);
      const times = await this.#timer.collect();
      const contents = await this.#collect(prepared);
      if (meshes && contents.meshCounts && (await growBins(meshes, contents.meshCounts))) {
        this.#timer.begin(settings.timestamps);
        continue;
      }
      this.#preparer.record(settings, times);
      const timings = settings.timings
        ? await measureBlocks(this.#gpu, this.#timer, this.#preparer.uniforms, prepared)
        : undefined;
      const slabCounts = settings.slabCounts && meshes?.binner ? await countSlabs(this.#gpu, meshes.binner) : undefined;
      const { outputs, counts } = timings ? await this.#collectAgain(prepared) : contents;
      const { camera, frames } = prepared;
      const { width, height } = settings;
      const stats = describeFrame(this.#gpu, prepared, { settings, counts, times, meshCounts: contents.meshCounts });
      return { camera, width, height, accumulated: frames, ...outputs, counts, timings, slabCounts, stats };
    }
  }

  async #submit(prepared: PreparedFrame, call: CallOptions): Promise<void> {
    const isBanded = isFollowed(prepared, call);
    if (isBanded) await submitInBands(this.#gpu, this.#timer, this.#preparer, prepared, call);
    await submitEncoded(this.#gpu, 'frame', (encoder) => {
      if (!isBanded) {
        const passes = new ComputePasses(encoder, this.#timer);
        encodeFrame(passes, this.#gpu, this.#preparer.uniforms, prepared);
        passes.end();
      }
      this.#encodeReadback(encoder, prepared);
    });
  }

  #encodeReadback(encoder: GPUCommandEncoder, prepared: PreparedFrame): void {
    this.#timer.resolve(encoder);
    this.#readback.copy(encoder, listRanges(prepared));
  }

  async #collect(prepared: PreparedFrame) {
    const { parts, settings, resident, frames } = prepared;
    const contents = await this.#readback.read(listRanges(prepared));
    const meaning = {
      frames,
      background: parts.background,
      labels: parts.volume?.mask && labelsOfStyles(parts.volume.mask.styles),
      // Integrals are no texels.
      reduced:
        resident.volume && parts.volume?.mode !== 'xray'
          ? { voxelFormat: resident.volume.volume.voxelFormat, isSum: parts.volume?.mode === 'average' }
          : undefined,
    };
    const named = settings.outputs.map((name, index) => [name, decodeOutput(name, contents[index]!, meaning)]);
    const rest = contents.slice(settings.outputs.length);
    const counts = settings.counts ? decodeCounts(rest.shift()!) : undefined;
    const meshCounts: MeshCounts | undefined = resident.meshes && decodeMeshCounts(resident.meshes, rest);
    return { outputs: Object.fromEntries(named) as FrameOutputs, counts, meshCounts };
  }

  async #collectAgain(prepared: PreparedFrame) {
    await submitEncoded(this.#gpu, 'frame.readback', (encoder) => this.#readback.copy(encoder, listRanges(prepared)));
    return this.#collect(prepared);
  }

  destroy(): void {
    this.#readback.destroy();
  }
}

/** The ranges to read of a frame: what was asked for, and how bins were filled. */
function listRanges({ resident, settings }: PreparedFrame) {
  const { meshes, output } = resident;
  return [
    ...settings.outputs.map((name) => rangeOf(output, name)),
    ...(settings.counts ? [rangeOf(output, 'counts')] : []),
    ...(meshes ? meshCountRanges(meshes) : []),
  ];
}
