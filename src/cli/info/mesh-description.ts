/** The description of a mesh by `tilecast info`. */
import {
  boundingBox,
  findMeshFormat,
  findValueRange,
  type Mesh,
  type MeshSpace,
  type MeshValues,
} from '../../index.js';
import { readShownMesh } from '../../lab.js';
import { findClosedness, findSignedVolume } from '../../mesh-queries.js';
import type { OpenedFile } from '../../node/index.js';
import { readMeshInput } from '../read-mesh-input.js';
import { say } from '../say.js';
import { formatList } from './format-description.js';

/** Scripts rely on these keys. */
export interface MeshDescription {
  readonly file: string;
  readonly format: string;
  readonly kind: 'mesh';
  readonly triangles: number;
  readonly vertices: number;
  /** World box of the triangles. */
  readonly extent: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly normals: boolean;
  readonly colors: MeshValues['on'] | 'images' | null;
  /** The least and the greatest finite value are null where there is none. */
  readonly values: readonly (Pick<MeshValues, 'name' | 'on'> & Record<'min' | 'max', number | null>)[];
  readonly animations: readonly { readonly name: string; readonly seconds: number }[];
  /** The space of the file's coordinates, which are turned to LPS if they are RAS; null where it names none. */
  readonly space: MeshSpace | null;
  readonly closed: boolean;
  readonly openEdges: number;
  readonly misorientedEdges: number;
  /** Volume in cubic world units, negative where triangles face inward; null where there is no inside. */
  readonly signedVolume: number | null;
}

export async function describeMesh(input: OpenedFile): Promise<MeshDescription> {
  const { source } = input;
  const { mesh, notes, animations = [], space = null } = await readMeshInput(input, readShownMesh);
  for (const note of notes) say(note);
  const { min, max } = boundingBox(mesh);
  return {
    file: source.name,
    format: findMeshFormat(source)?.name ?? 'mesh',
    kind: 'mesh',
    triangles: mesh.triangles.length / 3,
    vertices: mesh.positions.length / 3,
    extent: { min, max },
    normals: mesh.normals !== undefined,
    colors: mesh.textures ? 'images' : mesh.vertexColors ? 'vertices' : mesh.faceColors ? 'triangles' : null,
    values: (mesh.values ?? []).map(describeValues),
    animations: animations.map(({ name, seconds }) => ({ name, seconds })),
    space,
    ...findClosedness(mesh),
    signedVolume: findSignedVolume(mesh) ?? null,
  };
}

function describeValues(values: NonNullable<Mesh['values']>[number]) {
  const [min, max] = findValueRange(values) ?? [null, null];
  return { name: values.name, on: values.on, min, max };
}

const SPACES = { ras: 'RAS, turned to LPS here', lps: 'LPS' } as const;

/** The note on closed meshes of negative volume. */
export const FACES_INWARD = 'its triangles face inward';

const LABEL_WIDTH = 13;

export function formatMesh(description: MeshDescription): string[] {
  const { extent, colors, values, animations, space } = description;
  const size = extent.max.map((end, axis) => end - extent.min[axis]!);
  const rows: readonly (readonly [string, string])[] = [
    ['file', description.file],
    ['format', description.format],
    ['triangles', String(description.triangles)],
    ['vertices', String(description.vertices)],
    ['extent', `(${formatList(extent.min)}) to (${formatList(extent.max)}): ${formatList(size, ' × ')}`],
    ...(space ? [['space', SPACES[space]] as const] : []),
    ['normals', description.normals ? 'of vertices' : 'none'],
    ['colors', colors ? `of ${colors}` : 'none'],
    ...values.map(
      ({ name, on, min, max }, index) =>
        [
          index === 0 ? 'values' : '',
          `${name}, of ${on}: ${min === null || max === null ? 'none' : `${formatList([min])} to ${formatList([max])}`}`,
        ] as const,
    ),
    ...animations.map(
      ({ name, seconds }, index) =>
        [index === 0 ? 'animations' : '', `${name}, of ${Number(seconds.toPrecision(4))} s`] as const,
    ),
    ['closed', formatClosedness(description)],
    ...formatVolume(description),
  ];
  return rows.map(([label, text]) => label.padEnd(LABEL_WIDTH) + text);
}

function formatVolume({ signedVolume }: MeshDescription): readonly (readonly [string, string])[] {
  if (signedVolume === null) return [];
  return [['volume', `${formatList([signedVolume])}${signedVolume < 0 ? `: ${FACES_INWARD}` : ''}`]];
}

function formatClosedness({ closed, openEdges, misorientedEdges }: MeshDescription): string {
  const sides = misorientedEdges > 0 ? `; ${misorientedEdges} edges between triangles that face opposite ways` : '';
  return `${closed ? 'yes' : `no, ${openEdges} open edges`}${sides}`;
}
