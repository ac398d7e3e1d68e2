/** The options of `tilecast render --quality path`. */
import { ENVIRONMENTS, PATHS_DEFAULTS } from '../../index.js';

/** Options to spread into `RENDER_OPTIONS`. */
export const PATH_OPTIONS = {
  environment: {
    group: 'Quality:',
    type: 'string',
    defaultDescription: 'studio',
    describe: `Surrounding light of --quality path: ${ENVIRONMENTS.join(', ')}, or a panorama (.hdr)`,
  },
  noise: {
    group: 'Quality:',
    type: 'string',
    describe: 'Estimated error, of 255, at which --quality path stops, after at most 4096 or --samples paths per pixel',
  },
  'path-time': {
    group: 'Quality:',
    type: 'string',
    describe: 'Seconds after which --quality path stops, whatever --samples says',
  },
  seed: { group: 'Quality:', type: 'string', defaultDescription: '0', describe: 'Seed of the paths of --quality path' },
  denoise: {
    group: 'Quality:',
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Denoise --quality path, as far as its samples tell noise from what is there',
  },
} as const;

/** The default number of rays or paths. */
export function defaultSamples(quality: string | undefined, noise: string | undefined): string {
  if (quality !== 'path') return '1';
  return String(noise === undefined ? PATHS_DEFAULTS.paths : PATHS_DEFAULTS.pathsForNoise);
}

/** Built-in environments count before files. */
export const findEnvironmentName = (text: string) => ENVIRONMENTS.find((name) => name === text);
