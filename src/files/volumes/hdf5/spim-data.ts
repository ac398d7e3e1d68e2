/** BigDataViewer's XML (SpimData): the file of the images, and the place of each in the world. https://imagej.net/plugins/bdv. */
import { InputError } from '../../../errors.js';
import { type Affine, affineOfMatrix, composeAffines, IDENTITY_AFFINE } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from '../../bytes/text/xml.js';
import { quote } from '../nrrd/nrrd-fields.js';

export interface SpimData {
  /** The HDF5 file, from the XML's folder on. */
  readonly file: string;
  /** Distances of a setup's voxels and their unit; undefined where it says none. */
  readonly voxelSizeOf: (setup: number) => { readonly sizes: Vec3; readonly unit: string } | undefined;
  /** From voxels to the world, by the numbers of a setup and a time point; undefined where it says nothing of them. */
  readonly placementOf: (setup: number, time: number) => Affine | undefined;
}

/** Rows of a 3 × 4 matrix. */
const AFFINE_NUMBERS = 12;

/** @throws InputError if it is damaged, or its images are in no HDF5. */
export function parseSpimData(bytes: Uint8Array): SpimData {
  const root = parseXml(bytes);
  const sequence = root.name === 'SpimData' ? childOf(root, 'SequenceDescription') : undefined;
  if (!sequence)
    throw new InputError('has no SequenceDescription in a SpimData element, as the XML of BigDataViewer has');
  const setups = new Map(
    childrenOf(childOf(sequence, 'ViewSetups') ?? sequence, 'ViewSetup').map((setup) => [numberIn(setup, 'id'), setup]),
  );
  const registrations = new Map(
    childrenOf(childOf(root, 'ViewRegistrations') ?? root, 'ViewRegistration').map((registration) => {
      const [setup, time] = ['setup', 'timepoint'].map((name) => registration.attributes.get(name));
      return [`${setup} ${time}`, registration];
    }),
  );
  return {
    file: withinBase(root, fileOf(childOf(sequence, 'ImageLoader'))),
    voxelSizeOf: (number) => {
      const size = setups.get(number) && childOf(setups.get(number)!, 'voxelSize');
      const sizes = size ? numbersIn(childOf(size, 'size')) : [];
      if (!size || sizes.length !== 3 || !sizes.every((along) => along > 0)) return undefined;
      const unit = childOf(size, 'unit');
      return { sizes: sizes as unknown as Vec3, unit: unit ? textOf(unit).trim() : '' };
    },
    placementOf: (setup, time) => {
      const registration = registrations.get(`${setup} ${time}`);
      return registration && concatenate(childrenOf(registration, 'ViewTransform'));
    },
  };
}

/** A file whose path begins at the XML's base path, if that is another folder than the XML's own. */
function withinBase(root: XmlElement, file: string): string {
  const base = childOf(root, 'BasePath');
  const path = base ? textOf(base).trim().replace(/\/+$/, '') : '';
  return path === '' || path === '.' || file.startsWith('/') ? file : `${path}/${file}`;
}

/** @throws InputError that names the format, if it is another one. */
function fileOf(loader: XmlElement | undefined): string {
  const file = loader && childOf(loader, 'hdf5');
  if (file) return textOf(file).trim();
  const format = loader?.attributes.get('format') ?? '';
  throw new InputError(
    `has images of the format ${quote(format)}; those of bdv.hdf5 can be read by the XML, and of bdv.n5 by the name of the .n5 folder`,
  );
}

/** The transforms from the last to the first, as BigDataViewer applies them. */
const concatenate = (transforms: readonly XmlElement[]): Affine =>
  transforms.reduce((map, transform) => composeAffines(map, affineIn(transform)), IDENTITY_AFFINE);

/** @throws InputError for one that is not of twelve numbers, or flattens the world. */
function affineIn(transform: XmlElement): Affine {
  const rows = numbersIn(childOf(transform, 'affine'));
  if (rows.length !== AFFINE_NUMBERS || !rows.every(Number.isFinite)) {
    throw new InputError(
      `has a ViewTransform of ${rows.length} numbers; an affine one of ${AFFINE_NUMBERS} can be read`,
    );
  }
  const at = (row: number, column: number) => rows[4 * row + column]!;
  return affineOfMatrix([0, 1, 2, 3].flatMap((column) => [at(0, column), at(1, column), at(2, column), 0]));
}

const numberIn = (element: XmlElement, name: string) => numbersIn(childOf(element, name))[0] ?? Number.NaN;

const numbersIn = (element: XmlElement | undefined): number[] =>
  element ? textOf(element).trim().split(/\s+/).map(Number) : [];
