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
  noise: {
    group: 'Quality:',
    type: 'string',
    describe: 'Estimated error, of 255, at which --quality path begins no more paths, of 4096 or of --samples at most',
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

/** The default number of rays or paths. */
export function defaultSamples(quality: string | undefined, noise: string | undefined): string {
  if (quality !== 'path') return '1';
  return String(noise === undefined ? PATHS_DEFAULTS.paths : PATHS_DEFAULTS.pathsForNoise);
}

/** Built-in environments count before files. */
export const findEnvironmentName = (text: string) => ENVIRONMENTS.find((name) => name === text);
