/** One unit of length for a multiscale image, each axis of which may have its own. */
import { settleUnits } from '../../volumes/samples/settle-units.js';

interface MeasuredAxis {
  readonly role: string;
  readonly name: string;
  readonly unit: string | undefined;
}

/** Scales and translations by axes. */
interface PlacedArray {
  readonly scale: readonly number[];
  readonly translation: readonly number[];
}

interface UnifiedDatasets<Dataset> {
  readonly datasets: readonly Dataset[];
  /** The name of the unit; undefined where the axes have none, or no lengths. */
  readonly unit: string | undefined;
  readonly notes: readonly string[];
}

/** Datasets in the unit of the axis x: lengths along other axes are scaled to it. */
export function unifyUnits<Dataset extends PlacedArray>(
  axes: readonly MeasuredAxis[],
  datasets: readonly Dataset[],
): UnifiedDatasets<Dataset> {
  const space = axes.filter(({ role }) => role === 'space').toReversed();
  const first = space.find(({ unit }) => unit !== undefined)?.unit;
  const lacking = space.filter(({ unit }) => unit === undefined).map(({ name }) => name);
  const missing =
    first !== undefined && lacking.length > 0
      ? [`has no unit for ${lacking.join(', ')}, which is taken for ${first} as the others are`]
      : [];
  if (space.every(({ unit }) => (unit ?? first) === first)) return { datasets, unit: first, notes: missing };
  const { scale, unit, notes } = settleUnits(space.map((axis) => axis.unit ?? first!));
  const factors = axes.map((axis) => scale[space.indexOf(axis)] ?? 1);
  const times = (numbers: readonly number[]) => numbers.map((number, axis) => number * factors[axis]!);
  return {
    datasets: datasets.map((own) => ({ ...own, scale: times(own.scale), translation: times(own.translation) })),
    unit,
    notes: [...missing, ...notes],
  };
}
