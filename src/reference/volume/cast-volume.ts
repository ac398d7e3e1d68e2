/** Casts a volume alone, in float64. */
import { castScene, type SceneImage } from '../cast-scene.js';
import type { ImageOptions, VolumeOptions } from '../scene-options.js';

export type CastVolumeOptions = ImageOptions & VolumeOptions;

export type ReferenceImage = Pick<SceneImage, 'pixels' | 'colors' | 'sampleCount'>;

/** @throws InputError as `castScene` does. */
export const castVolume: (options: CastVolumeOptions) => ReferenceImage = castScene;
