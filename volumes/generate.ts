/** Writes the samples beside this file: `npm run volumes`. */
import { writeFileSync } from 'node:fs';
import { generateHeadPhantom } from './head-phantom.js';
import { generateKnot } from './knot.js';
import { generateMarschnerLobb } from './marschner-lobb.js';
import { writeNrrd } from './write-nrrd.js';

writeNrrd(new URL('marschner-lobb.nrrd', import.meta.url), generateMarschnerLobb());
writeNrrd(new URL('head-phantom.nrrd', import.meta.url), generateHeadPhantom());
writeFileSync(new URL('knot.ply', import.meta.url), generateKnot());
