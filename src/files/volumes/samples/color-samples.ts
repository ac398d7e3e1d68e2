/** Colours as writers need them: the components of a voxel side by side. */
import { InputError } from '../../../errors.js';
import type { Volume } from '../../../volume/volume.js';
import type { Colors } from '../source.js';
import { luminancesOf } from './combine-channels.js';

/** Red, green, blue and perhaps opacity of each voxel, one after another. */
export interface ColorSamples {
  readonly count: 3 | 4;
  readonly samples: Uint8Array | Uint16Array;
}

const WHITES = { 8: 0xff, 16: 0xffff } as const;

/**
 * The colours of a volume, of which a full channel is the largest number of its type; undefined for one without.
 * @param colors those of its file, if they are known: they may have more bits than the volume's.
 */
export function sampleColors(volume: Volume, colors = channelsOf(volume)): ColorSamples | undefined {
  if (!colors) return undefined;
  const { channels, white } = colors;
  const bits = white > WHITES[8] ? 16 : 8;
  const scale = WHITES[bits] / white;
  const count = channels.length === 4 ? 4 : 3;
  const length = count * volume.voxels.length;
  const samples = bits === 16 ? new Uint16Array(length) : new Uint8Array(length);
  for (let channel = 0; channel < count; channel++) {
    const values = channels[channel]!;
    for (let voxel = 0; voxel < values.length; voxel++) {
      samples[count * voxel + channel] = scale === 1 ? values[voxel]! : Math.round(values[voxel]! * scale);
    }
  }
  return { count, samples };
}

/** @throws InputError that names the formats that can, where one cannot hold colours of 16 bits. */
export function requireBytes(colors: ColorSamples | undefined, format: string): ColorSamples | undefined {
  if (!(colors?.samples instanceof Uint16Array)) return colors;
  throw new InputError(`is in colors of 16 bits, and ${format} holds those of 8; .nrrd holds them`);
}

/** Values beside the colours are opacities, unless they are what the colours amount to. */
function channelsOf({ voxels, colors }: Volume): Colors | undefined {
  if (!colors) return undefined;
  const channels = [0, 1, 2, 3].map((channel) => {
    const values = new Uint8Array(voxels.length);
    for (let voxel = 0; voxel < values.length; voxel++) values[voxel] = colors[4 * voxel + channel]!;
    return values;
  });
  const luminances = luminancesOf(channels);
  const isOpacity = voxels instanceof Uint8Array && voxels.some((value, voxel) => value !== luminances[voxel]);
  return { channels: isOpacity ? [...channels.slice(0, 3), voxels] : channels.slice(0, 3), white: WHITES[8] };
}
