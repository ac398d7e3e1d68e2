/** Suggests the command that somebody meant who typed an unknown one. */
import { COMMANDS } from '../commands.js';
import { findNearest } from './find-nearest.js';

/** Names that other programs have for commands. */
const CALLED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'convert INPUT -o OUTPUT': ['export', 'save', 'resample', 'dcm2niix', 'transcode'],
  devices: ['adapters', 'gpus', 'list-devices'],
  'info INPUT': ['inspect', 'stat', 'stats', 'header', 'describe', 'metadata', 'ls', 'identify'],
  'render INPUT -o picture.png': ['screenshot', 'snapshot', 'picture', 'draw', 'plot', 'thumbnail', 'raycast', 'image'],
  serve: ['server', 'http', 'api', 'daemon'],
  'slices INPUT -o picture.png': ['slice', 'mosaic', 'lightbox', 'montage', 'ortho'],
  'sweep INPUT --out FOLDER': ['bench', 'benchmark', 'profile'],
  'view INPUT': ['show', 'open', 'display', 'gui', 'viewer', 'preview'],
  'worker --queue URL': ['farm', 'node', 'queue', 'workers'],
};

/** The share of a name's letters that may be wrong. */
const WRONG = 0.4;

/** @returns what to type instead, or undefined where nothing is near. */
export function suggestCommand(typed: string): string | undefined {
  const name = typed.toLowerCase();
  const elsewhere = Object.keys(CALLED_ELSEWHERE).find((command) => CALLED_ELSEWHERE[command]!.includes(name));
  const near = elsewhere ?? findNearest(name, Object.keys(COMMANDS), WRONG);
  return near === undefined ? undefined : `did you mean tilecast ${near}?`;
}
