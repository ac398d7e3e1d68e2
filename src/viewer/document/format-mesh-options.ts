/** The options of the command line for the meshes of a document. */
import type { AnimationChoice } from '../../recipe/scene/meshes/mesh-animations.js';
import { type MeshStyle, meshStyleOf } from '../../recipe/scene/scene-choice.js';
import { DOCUMENT_DEFAULTS, type ViewerDocument } from './document.js';

const numbers = (values: readonly number[]) => values.join(',');

/** Each option is given once for each visible one of `count` meshes; undefined ones are left out. */
export function meshOptions(document: ViewerDocument, count: number) {
  const { reflections, cull, flat, creaseDegrees, ownColors, deform, animation, colorMap, valueRange } = document;
  const styles = Array.from({ length: count }, (_, index) => meshStyleOf(document, index)).filter(
    ({ visible }) => visible,
  );
  const each = (differs: (style: MeshStyle) => boolean, format: (style: MeshStyle) => string) =>
    styles.some(differs) ? styles.map(format) : undefined;
  const identity = '1,0,0,0,0,1,0,0,0,0,1,0';
  const options = {
    'mesh-color': each(
      ({ color }) => color !== undefined,
      ({ color }) => numbers(color ?? [0.8, 0.8, 0.8]),
    ),
    'mesh-opacity': each(
      ({ opacity }) => opacity !== 1,
      ({ opacity }) => String(opacity),
    ),
    reflectivity: each(
      ({ reflectivity }) => reflectivity !== 0,
      ({ reflectivity }) => String(reflectivity),
    ),
    transform: each(
      ({ transform }) => transform !== undefined,
      ({ transform }) => (transform ? formatAffine(transform) : identity),
    ),
    // The command line wants the values of all meshes, or of none.
    ...(styles.length > 0 &&
      styles.every(({ values }) => values !== undefined) && {
        values: styles.map(({ values }) => values!),
        ...(colorMap !== undefined && { colormap: colorMap }),
        ...(valueRange && { range: numbers(valueRange) }),
        ...(styles.every(({ underlay }) => underlay !== undefined) && {
          underlay: styles.map(({ underlay }) => underlay!),
        }),
      }),
    ...(cull !== 'none' && { cull }),
    ...(flat && { flat }),
    ...(creaseDegrees !== DOCUMENT_DEFAULTS.creaseDegrees && { crease: String(creaseDegrees) }),
    ...(!ownColors && { 'own-colors': ownColors }),
    ...(deform !== undefined && { deform }),
    ...(animation && { animation: formatAnimation(animation) }),
    reflections: String(reflections),
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

const formatAnimation = ({ name, seconds }: AnimationChoice) => (seconds === undefined ? name : `${name}@${seconds}`);

/** Row by row, as the command line reads it. */
const formatAffine = (transform: NonNullable<MeshStyle['transform']>) => {
  if (typeof transform === 'string') return transform;
  const { columns, origin } = transform;
  return numbers([0, 1, 2].flatMap((row) => [...columns.map((column) => column[row]!), origin[row]!]));
};
