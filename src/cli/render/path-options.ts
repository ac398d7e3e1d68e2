/** The options of `tilecast render --quality path`. */
import { ENVIRONMENTS, PATHS_DEFAULTS } from '../../index.js';

/** Options to spread into `RENDER_OPTIONS`. */
export const PATH_OPTIONS = {
  environment: {
    group: 'Quality:',
    type: 'string',
    defaultDescription: 'studio',
    describe: `The light around what --quality path shows: ${ENVIRONMENTS.join(', ')}, or a panorama (.hdr)`,
  },
  'time-limit': {
    group: 'Quality:',
    type: 'string',
    describe: 'Seconds after which --quality path begins no more paths, however many --samples asks for',
  },
  seed: { group: 'Quality:', type: 'string', defaultDescription: '0', describe: 'Seed of the paths of --quality path' },
  denoise: {
    group: 'Quality:',
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Take the noise out of --quality path, by what is seen first',
  },
} as const;

/** Rays of other qualities, and paths. */
export const defaultSamples = (quality: string) => (quality === 'path' ? String(PATHS_DEFAULTS.paths) : '1');

/** Built-in environments count before files. */
export const findEnvironmentName = (text: string) => ENVIRONMENTS.find((name) => name === text);
