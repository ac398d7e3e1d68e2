/** The spaces of surfaces: which files are turned from RAS to LPS, and what `--transform` says instead. */
import type { Affine, MeshFile, MeshSpace } from '../../../index.js';
import { RAS_TO_LPS } from '../../../lab.js';

/** A mesh's transform to the world: by a matrix, or by the space that its file's coordinates are in. */
export type MeshPlacement = Affine | MeshSpace;

/** The map of a mesh, as it was read, to the world; undefined where it stays. */
export function placeMesh(
  placement: MeshPlacement | undefined,
  { space }: Pick<MeshFile, 'space'>,
): Affine | undefined {
  if (typeof placement !== 'string') return placement;
  // Readers have turned what is RAS already; the turn is its own inverse.
  return (space === 'ras') === (placement === 'ras') ? undefined : RAS_TO_LPS;
}

/** Whether directions in a mesh's world are a patient's. */
export function isAnatomical(placement: MeshPlacement | undefined, { space }: Pick<MeshFile, 'space'>): boolean {
  return space !== undefined || typeof placement === 'string';
}

/** Whether files stand along z or y, if their formats have a rule, and it is the same one. */
export function standsAlongZ(files: readonly Pick<MeshFile, 'zUp'>[]): boolean | undefined {
  const [first, ...rest] = files.map(({ zUp }) => zUp);
  return rest.every((zUp) => zUp === first) ? first : undefined;
}

/** A line for the user where a file was turned, and nobody has said whether it should be. */
export function noteSpace(placement: MeshPlacement | undefined, { space }: Pick<MeshFile, 'space'>): string[] {
  if (space !== 'ras' || placement !== undefined) return [];
  return ['has RAS coordinates, which are turned to LPS; --transform lps takes them for LPS'];
}

/** A placement as an option's text: a space, or 12 numbers row by row. */
export function formatPlacement(placement: MeshPlacement): string {
  if (typeof placement === 'string') return placement;
  const { columns, origin } = placement;
  return [0, 1, 2].flatMap((row) => [...columns, origin].map((column) => column[row])).join(',');
}
