/** Maps the columns of a PLY element to colours and named values. */
import { packColor } from '../../../mesh/attributes/colors.js';
import type { MeshValues } from '../../../mesh/attributes/values.js';
import type { PlyElement } from './ply-header.js';

/** The columns of the first group of names that is complete. */
export function findColumns({ properties }: PlyElement, groups: readonly (readonly string[])[]): number[] | undefined {
  const scalar = (name: string) => properties.findIndex((property) => property.name === name && !property.countType);
  return groups.map((names) => names.map(scalar)).find((columns) => columns.every((column) => column >= 0));
}

/** The words of a row's colour; undefined if the element has none. */
export function findColor(element: PlyElement): ((row: Float64Array) => number) | undefined {
  const columns = findColumns(element, [
    ['red', 'green', 'blue'],
    ['diffuse_red', 'diffuse_green', 'diffuse_blue'],
    ['r', 'g', 'b'],
  ]);
  if (!columns) return undefined;
  const [red, green, blue] = columns as [number, number, number];
  const { type } = element.properties[red]!;
  const scale = type.startsWith('float') ? 255 : type === 'uint16' ? 1 / 257 : 1;
  return (row) => packColor(row[red]! * scale, row[green]! * scale, row[blue]! * scale);
}

/** Properties that are no values: places, colours, texture coordinates and marks. */
const NO_VALUES =
  /^(?:[xyz]|n[xyz]|(?:diffuse_|ambient_|specular_)?(?:red|green|blue|alpha)|[rgba]|[stuv]|texture_[uvw]|t[uv]|texnumber|flags|vertex_ind(?:ex|ices))$/;

/** Scenes of Gaussian splats have 62 properties a point, none of which is for a colour map. */
const VALUES_MAX = 16;

export interface PlyValues {
  /** Keeps those of a row. */
  readonly take: (row: Float64Array, index: number) => void;
  readonly values: readonly MeshValues[];
}

/** The other scalar properties, with room for all rows. Call it once the rows are known to be there. */
export function collectValues({ properties }: PlyElement, on: MeshValues['on'], rows: number): PlyValues {
  const columns = properties
    .map(({ name, countType }, column) => ({ name, column, isValue: !countType && !NO_VALUES.test(name) }))
    .filter(({ isValue }) => isValue)
    .slice(0, VALUES_MAX)
    .map(({ name, column }) => ({ column, values: { name, on, values: new Float32Array(rows) } }));
  return {
    take: (row, index) => {
      for (const { column, values } of columns) values.values[index] = row[column]!;
    },
    values: columns.map(({ values }) => values),
  };
}
