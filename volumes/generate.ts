/** Writes the sample volumes beside this file: `npm run volumes`. */
import { generateHeadPhantom } from './head-phantom.js';
import { generateMarschnerLobb } from './marschner-lobb.js';
import { writeNrrd } from './write-nrrd.js';

writeNrrd(new URL('marschner-lobb.nrrd', import.meta.url), generateMarschnerLobb());
writeNrrd(new URL('head-phantom.nrrd', import.meta.url), generateHeadPhantom());
