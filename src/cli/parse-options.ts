/** Parsers for the values of command-line options; each throws InputError that names the option. */
import { type Background, InputError, parseColor, type Vec3 } from '../index.js';

export function parseNumber(option: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new InputError(`--${option}: "${text}" is not a number`);
  return value;
}

export function parsePositive(option: string, text: string): number {
  const value = parseNumber(option, text);
  if (value <= 0) throw new InputError(`--${option}: must be greater than 0, not ${text}`);
  return value;
}

export function parseIndex(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InputError(`--${option}: "${text}" is not a whole number from 0 on`);
  return Number(text);
}

export function parseVec3(option: string, text: string): Vec3 {
  const parts = text.split(',');
  if (parts.length !== 3) throw new InputError(`--${option}: "${text}" is not three numbers X,Y,Z`);
  const [x, y, z] = parts.map((part) => parseNumber(option, part));
  return [x!, y!, z!];
}

export function parseSize(option: string, text: string): { width: number; height: number } {
  const [, width, height] = /^([1-9]\d{0,5})x([1-9]\d{0,5})$/.exec(text) ?? [];
  if (!width || !height) {
    throw new InputError(`--${option}: "${text}" is not WIDTHxHEIGHT in pixels, such as 512x512`);
  }
  return { width: Number(width), height: Number(height) };
}

const NAMED_COLORS: Readonly<Record<string, Vec3>> = { black: [0, 0, 0], grey: [0.5, 0.5, 0.5], white: [1, 1, 1] };

export function parseBackground(option: string, text: string): Background {
  if (text === 'transparent') return text;
  const named = NAMED_COLORS[text];
  if (named) return named;
  if (text.startsWith('#')) return parseColor(text, `--${option}`);
  const names = Object.keys(NAMED_COLORS).join(', ');
  throw new InputError(`--${option}: "${text}" is not a color; it takes "#rrggbb", ${names} or transparent`);
}
