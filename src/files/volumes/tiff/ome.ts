/** How the pages of OME-TIFF files make a volume, which may be in several files. */
import { InputError } from '../../../errors.js';
import { FILE_LIMITS } from '../../bytes/budget.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from '../../bytes/text/xml.js';
import { quote } from '../nrrd/nrrd-fields.js';
import type { FileSource } from '../source.js';
import { isTiff } from './is-tiff.js';
import { readDirectories } from './tiff-directory.js';
import { describeFile, type PageLocation, type TiffPlanes } from './tiff-planes.js';

type ReadSibling = FileSource['readSibling'];

/** Units of length in micrometres. */
const UNITS: Readonly<Record<string, number>> = { nm: 1e-3, µm: 1, mm: 1e3, cm: 1e4, m: 1e6, Å: 1e-4, pm: 1e-6 };

const TIFF_NAME = /\.(?:tiff?|tf[28]|btf)$/i;

/** More planes than any series has; each needs a page. */
const PLANES_MAX = 1 << 20;

/** Whether the description of a file's first page is OME-XML. */
export const isOme = (description: string) => /<(?:\w+:)?OME\b/.test(description.slice(0, 2000));

/**
 * The planes that OME-XML describes, in this file and in others beside it:
 * https://docs.openmicroscopy.org/ome-model/6.3.1/ome-tiff/specification.html.
 * @param name of this file, without its folder.
 * @throws InputError if it is damaged.
 */
export async function readOme(description: string, name: string, readSibling: ReadSibling): Promise<TiffPlanes> {
  const here = parseXml(new TextEncoder().encode(description));
  const uuid = here.attributes.get('UUID');
  const metadataFile = find(here, 'BinaryOnly')?.attributes.get('MetadataFile');
  const root = metadataFile === undefined ? here : await readOther(baseName(metadataFile), readSibling);
  // Prefixes are rare, and the default name space the rule.
  const image = find(root, 'Image');
  const pixels = image && find(image, 'Pixels');
  if (!pixels) throw new InputError('has OME-XML without an Image with Pixels');
  const others = childrenOf(root, 'Image').length - 1;
  const { attributes } = pixels;
  const size = (axis: 'Z' | 'C' | 'T') => Math.max(Math.round(Number(attributes.get(`Size${axis}`) ?? 1)) || 1, 1);
  const samples = Number(childOf(pixels, 'Channel')?.attributes.get('SamplesPerPixel') ?? 1) || 1;
  const counts = { Z: size('Z'), C: Math.max(Math.round(size('C') / samples), 1), T: size('T') };
  const order = attributes.get('DimensionOrder') ?? 'XYZCT';
  if (!(counts.Z * counts.C * counts.T <= PLANES_MAX)) {
    throw new InputError(
      `has ${counts.Z} × ${counts.C} × ${counts.T} planes, more than the ${PLANES_MAX} that are read`,
    );
  }
  const axes = [...order.slice(2)].filter((axis): axis is 'Z' | 'C' | 'T' => 'ZCT'.includes(axis));
  if (axes.length !== 3) throw new InputError(`has DimensionOrder ${quote(order)}; one such as XYZCT would be right`);
  const indexOf = (at: Readonly<Record<'Z' | 'C' | 'T', number>>) =>
    axes.reduceRight((index, axis) => index * counts[axis] + at[axis], 0);
  const isHere = (file: XmlElement) => {
    const fileName = baseName(file.attributes.get('FileName') ?? name);
    return fileName === name || (uuid !== undefined && textOf(file).trim() === uuid);
  };
  const pages = listPages(pixels, indexOf, counts.Z * counts.C * counts.T, isHere);
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
    pageOf: (Z, C, T) => pages.get(indexOf({ Z, C, T })) ?? { file: undefined, page: indexOf({ Z, C, T }) },
    spacings: [spacing(x), spacing(y), spacing(z)],
    unit: x && micrometres ? 'micrometres' : undefined,
    lacksSliceDistance: x !== undefined && z === undefined && counts.Z > 1,
    notes: others > 0 ? [`describes ${others + 1} images, such as positions; took the first`] : [],
  };
}

/** OME-XML beside a file that holds pixels alone: a text, or the description of another file of the set. */
async function readOther(name: string, readSibling: ReadSibling): Promise<XmlElement> {
  const bytes = await readSibling(name, TIFF_NAME.test(name) ? undefined : FILE_LIMITS.textBytes);
  return nameInErrors(quote(name), async () => {
    if (!isTiff(bytes)) return parseXml(bytes);
    const [page] = readDirectories(bytes).pages;
    const description = page ? describeFile(page) : '';
    if (!isOme(description)) throw new InputError('has no OME-XML, by which another file of its set names it');
    return parseXml(new TextEncoder().encode(description));
  });
}

/** Pages of planes that TiffData places; the others follow each other. */
function listPages(
  pixels: XmlElement,
  indexOf: (at: Readonly<Record<'Z' | 'C' | 'T', number>>) => number,
  planes: number,
  isHere: (file: XmlElement) => boolean,
): Map<number, PageLocation> {
  const pages = new Map<number, PageLocation>();
  /** Files of which all pages are planes, as many as there are before the next. */
  const whole: { first: number; file: string | undefined }[] = [];
  let left = 2 * planes;
  for (const data of childrenOf(pixels, 'TiffData')) {
    const number = (name: string) => Number(data.attributes.get(name) ?? 0) || 0;
    const first = indexOf({ Z: number('FirstZ'), C: number('FirstC'), T: number('FirstT') });
    if (!(Number.isInteger(first) && first >= 0 && first < planes)) continue;
    const named = find(data, 'UUID');
    const file = named && !isHere(named) ? baseName(named.attributes.get('FileName') ?? '') : undefined;
    const page = number('IFD');
    const isOne = data.attributes.has('IFD') && !data.attributes.has('PlaneCount');
    if (isOne) pages.set(first, { file, page });
    else if (!data.attributes.has('PlaneCount')) whole.push({ first, file });
    const count = Math.min(number('PlaneCount'), planes - first);
    left -= count;
    if (left < 0) throw new InputError('has OME-XML that places the same planes again and again');
    for (let plane = 0; plane < count; plane++) {
      pages.set(first + plane, { file, page: page + plane });
    }
  }
  whole.sort((a, b) => a.first - b.first);
  for (const [index, { first, file }] of whole.entries()) {
    const end = Math.min(whole[index + 1]?.first ?? planes, planes);
    for (let plane = Math.max(first, 0); plane < end; plane++) {
      if (!pages.has(plane)) pages.set(plane, { file, page: plane - first });
    }
  }
  return pages;
}

/** Files of one set lie in one folder, wherever they were written. */
const baseName = (path: string) => path.split(/[\\/]/).at(-1)!;

const find = (element: XmlElement, name: string) =>
  element.children.find((child) => child.name === name || child.name.endsWith(`:${name}`));
