/** How the pages of a TIFF file make a volume: what OME-XML or ImageJ wrote into the first page's description. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { childOf, childrenOf, parseXml, type XmlElement } from '../../bytes/text/xml.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { TAG, type TiffDirectory } from './tiff-directory.js';

export interface TiffPlanes {
  readonly slices: number;
  readonly channels: number;
  readonly times: number;
  /** The page of a plane, each index from 0. */
  readonly pageOf: (slice: number, channel: number, time: number) => number;
  readonly spacings: Vec3;
  /** The unit of the spacings; undefined where the file says nothing. */
  readonly unit: string | undefined;
}

/** @throws InputError if the description does not fit `pageCount` pages. */
export function findPlanes(first: TiffDirectory, pageCount: number): TiffPlanes {
  const text = first.get(TAG.description);
  const description = typeof text === 'string' ? text : '';
  if (/<(?:\w+:)?OME\b/.test(description.slice(0, 2000))) return readOme(description);
  if (description.startsWith('ImageJ=')) return readImageJ(description, first, pageCount);
  return { ...stackOf(pageCount), spacings: [1, 1, 1], unit: undefined };
}

const stackOf = (slices: number) => ({ slices, channels: 1, times: 1, pageOf: (slice: number) => slice });

function readImageJ(description: string, first: TiffDirectory, pageCount: number): TiffPlanes {
  const fields = new Map(description.split('\n').map((line) => line.split('=', 2) as [string, string]));
  const count = (name: string) => Math.max(Number(fields.get(name) ?? 1) || 1, 1);
  const [channels, slices, times] = [count('channels'), count('slices'), count('frames')];
  const spacing = (tag: number) => {
    const perUnit = first.get(tag)?.[0];
    return fields.has('unit') && typeof perUnit === 'number' && perUnit > 0 && Number.isFinite(perUnit)
      ? 1 / perUnit
      : 1;
  };
  const depth = Math.abs(Number(fields.get('spacing') ?? 1)) || 1;
  const spacings = [spacing(TAG.xResolution), spacing(TAG.yResolution), depth] as const;
  const unit = fields.get('unit')?.trim();
  if (channels * slices * times !== pageCount) return { ...stackOf(pageCount), spacings, unit };
  const pageOf = (slice: number, channel: number, time: number) => channel + channels * (slice + slices * time);
  return { slices, channels, times, pageOf, spacings, unit };
}

/** Units of length in micrometres. */
const UNITS: Readonly<Record<string, number>> = { nm: 1e-3, µm: 1, mm: 1e3, cm: 1e4, m: 1e6, Å: 1e-4, pm: 1e-6 };

/** https://docs.openmicroscopy.org/ome-model/6.3.1/ome-tiff/specification.html. */
function readOme(description: string): TiffPlanes {
  const root = parseXml(new TextEncoder().encode(description));
  // Prefixes are rare, and the default name space the rule.
  const image = find(root, 'Image');
  const pixels = image && find(image, 'Pixels');
  if (!pixels) throw new InputError('has OME-XML without an Image with Pixels');
  const { attributes } = pixels;
  const size = (axis: 'Z' | 'C' | 'T') => Math.max(Number(attributes.get(`Size${axis}`) ?? 1) || 1, 1);
  const samples = Number(childOf(pixels, 'Channel')?.attributes.get('SamplesPerPixel') ?? 1) || 1;
  const counts = { Z: size('Z'), C: Math.max(Math.round(size('C') / samples), 1), T: size('T') };
  const order = attributes.get('DimensionOrder') ?? 'XYZCT';
  const axes = [...order.slice(2)].filter((axis): axis is 'Z' | 'C' | 'T' => 'ZCT'.includes(axis));
  if (axes.length !== 3) throw new InputError(`has DimensionOrder ${quote(order)}; one such as XYZCT would be right`);
  const indexOf = (at: Readonly<Record<'Z' | 'C' | 'T', number>>) =>
    axes.reduceRight((index, axis) => index * counts[axis] + at[axis], 0);
  const pages = listPages(pixels, indexOf);
  const factor = (axis: 'X' | 'Y' | 'Z') => {
    const value = Number(attributes.get(`PhysicalSize${axis}`));
    const unit = UNITS[attributes.get(`PhysicalSize${axis}Unit`) ?? 'µm'];
    return value > 0 && Number.isFinite(value) ? { value, unit } : undefined;
  };
  const [x, y, z] = [factor('X'), factor('Y'), factor('Z')];
  const micrometres = [x, y, z].every((step) => step === undefined || step.unit !== undefined);
  const spacing = (step: typeof x) => (step ? step.value * (micrometres ? step.unit! : 1) : 1);
  return {
    ...{ slices: counts.Z, channels: counts.C, times: counts.T },
    pageOf: (Z, C, T) => pages.get(indexOf({ Z, C, T })) ?? indexOf({ Z, C, T }),
    spacings: [spacing(x), spacing(y), spacing(z)],
    unit: x && micrometres ? 'micrometres' : undefined,
  };
}

/** Pages of planes that TiffData places; the others follow each other. */
function listPages(
  pixels: XmlElement,
  indexOf: (at: Readonly<Record<'Z' | 'C' | 'T', number>>) => number,
): Map<number, number> {
  const pages = new Map<number, number>();
  for (const data of childrenOf(pixels, 'TiffData')) {
    const number = (name: string) => Number(data.attributes.get(name) ?? 0) || 0;
    const first = indexOf({ Z: number('FirstZ'), C: number('FirstC'), T: number('FirstT') });
    const page = number('IFD');
    if (data.attributes.has('IFD') && !data.attributes.has('PlaneCount')) pages.set(first, page);
    for (let plane = 0; plane < Math.min(number('PlaneCount'), 1 << 16); plane++)
      pages.set(first + plane, page + plane);
  }
  return pages;
}

const find = (element: XmlElement, name: string) =>
  element.children.find((child) => child.name === name || child.name.endsWith(`:${name}`));
