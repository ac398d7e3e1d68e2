/** A label volume on the device: each voxel's place in the list of styles. */

import { InputError } from '../../../errors.js';
import type { Gpu } from '../../../gpu/gpu.js';
import { BUFFER_USAGE, TEXTURE_USAGE } from '../../../gpu/usages.js';
import { mapNumbers } from '../../../math/map-numbers.js';
import type { LabelStyle, Mask } from '../../../volume/mask.js';

export interface MaskTexture {
  /**
   * r8uint: 0 where nothing is shown, else the label's place in the list of styles. With smooth edges r16uint, whose upper byte is the
   * coverage: no voxel around is shown where all of it is 0.
   */
  readonly labels: GPUTexture;
  /** A vec4f a style, after one for what is hidden: colour, negative where the transfer function's holds, and opacity. */
  readonly styles: GPUBuffer;
}

/** `MAX_STYLES` of wgsl/cast/volume/labels/mask.wgsl, but for the hidden one. */
const MAX_STYLES = 255;

/** @throws InputError if the adapter cannot hold the labels, or there are more than 255 styles that differ. */
export async function uploadMask(gpu: Gpu, { labels, styles, edges }: Mask): Promise<MaskTexture> {
  const { device } = gpu;
  const { sizes, voxels } = labels;
  const buffer = uploadStyles(gpu, styles);
  const texture = sizes.every((size) => size <= device.limits.maxTextureDimension3D)
    ? await gpu.tryAllocate(() =>
        device.createTexture({
          label: 'mask.labels',
          size: [...sizes],
          dimension: '3d',
          format: edges === 'smooth' ? 'r16uint' : 'r8uint',
          usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST,
        }),
      )
    : undefined;
  if (!texture) {
    buffer.destroy();
    throw new InputError(`a mask of ${sizes.join(' × ')} voxels does not fit on ${gpu.adapterName}`);
  }
  const styleNumbers = styleNumbersOf(styles);
  const indices = mapNumbers(new Uint8Array(voxels.length), voxels, (label) => styleNumbers.get(label) ?? 0);
  // Pages without smooth edges do not load what makes them.
  const texels =
    edges === 'smooth' ? (await import('../../../volume/mask-coverage.js')).addCoverage(indices, sizes) : indices;
  const bytesPerRow = texels.BYTES_PER_ELEMENT * sizes[0];
  device.queue.writeTexture({ texture }, texels, { bytesPerRow, rowsPerImage: sizes[1] }, [...sizes]);
  return { labels: texture, styles: buffer };
}

/** Each label's place in the list of styles, from 1 on. */
export const styleNumbersOf = (styles: readonly LabelStyle[]): ReadonlyMap<number, number> =>
  new Map(listStyles(styles).flatMap((alike, index) => alike.map(({ label }) => [label, index + 1] as const)));

/**
 * The `styles` of wgsl/cast/volume/labels/mask.wgsl.
 * @throws InputError for more than 255 that differ.
 */
export function uploadStyles({ device }: Gpu, styles: readonly LabelStyle[]): GPUBuffer {
  const distinct = listStyles(styles);
  if (distinct.length > MAX_STYLES) {
    throw new InputError(`a mask can show labels in up to ${MAX_STYLES} different ways, not in ${distinct.length}`);
  }
  const table = new Float32Array(4 * (MAX_STYLES + 1));
  for (const [index, [first]] of distinct.entries()) {
    const { color = [-1, -1, -1], opacity = 1 } = first!;
    table.set([...color, opacity], 4 * (index + 1));
  }
  const buffer = device.createBuffer({
    label: 'mask.styles',
    size: table.byteLength,
    usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST,
  });
  device.queue.writeBuffer(buffer, 0, table);
  return buffer;
}

/** The label at each place from 1 on; 0 for a place that several labels share. */
export const labelsOfStyles = (styles: readonly LabelStyle[]): readonly number[] =>
  listStyles(styles).map((alike) => (alike.length === 1 ? alike[0]!.label : 0));

/** The styles of each place: one while there are places for all, else those that look alike. */
function listStyles(styles: readonly LabelStyle[]): readonly (readonly LabelStyle[])[] {
  return styles.length <= MAX_STYLES ? styles.map((style) => [style]) : groupAlike(styles);
}

/** The styles that look alike, together. */
function groupAlike(styles: readonly LabelStyle[]): readonly (readonly LabelStyle[])[] {
  const groups = new Map<string, LabelStyle[]>();
  for (const style of styles) {
    const key = JSON.stringify([style.color, style.opacity ?? 1]);
    const alike = groups.get(key);
    if (alike) alike.push(style);
    else groups.set(key, [style]);
  }
  return [...groups.values()];
}
