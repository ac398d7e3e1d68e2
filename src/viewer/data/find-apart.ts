/** Whether volumes that are added can be laid over the one that is shown. */
import { corners, MAX_FUSED } from '../../index.js';
import type { LoadedVolume, ViewerData } from './viewer-data.js';

/** The volumes that are shown already. */
export type ShownVolumes = Pick<ViewerData, 'name' | 'unit' | 'volume' | 'grid' | 'finest' | 'fused'>;

/** Why some of the added volumes are not shown with what is there, as a line; undefined where all of them can be. */
export function findApart(shown: ShownVolumes, added: readonly LoadedVolume[]): string | undefined {
  const { volume, fused = [] } = shown;
  const [first] = added;
  if (!volume || !first) return undefined;
  const count = fused.length + added.length;
  if (fused.some(({ channel }) => channel)) return describe(first.name, 'several channels are shown together');
  if (count > MAX_FUSED) return describe(first.name, `${1 + MAX_FUSED} volumes are shown at most`);
  const far = added.find((one) => !sharesWorld(one, shown, volume.anatomical));
  return far && describe(far.name, `it does not lie where ${shown.name ?? 'the shown volume'} does`);
}

const describe = (name: string, reason: string) => `${name}: is listed in Data and not shown, since ${reason}`;

/** Volumes share a world where its axes and its unit are the same and their boxes meet. */
function sharesWorld({ unit, volume, grid, finest }: LoadedVolume, shown: ShownVolumes, anatomical: boolean): boolean {
  if (volume.anatomical !== anatomical) return false;
  if (unit && shown.unit && unit !== shown.unit) return false;
  const own = corners(finest ?? grid ?? volume);
  const others = corners((shown.finest ?? shown.grid ?? shown.volume)!);
  return [0, 1, 2].every((axis) => {
    const [a, b] = [own, others].map((points) => points.map((point) => point[axis]!));
    return Math.min(...a!) < Math.max(...b!) && Math.min(...b!) < Math.max(...a!);
  });
}
