/** Images within stores of several: those of bioformats2raw, and the wells of plates. */
import { InputError } from '../../../errors.js';
import { quote } from '../../volumes/nrrd/nrrd-fields.js';
import type { KeyStore } from '../key-store.js';

type Fields = Readonly<Record<string, unknown>>;

export interface ChosenImage {
  /** Its path, or that of the well that it is in, below the group. */
  readonly path: string;
  /** The choice among the images of the group at that path. */
  readonly series: string | undefined;
  readonly notes: readonly string[];
}

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

const pathsOf = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).flatMap((entry) => {
    const path = fieldsOf(entry)?.['path'] ?? entry;
    return typeof path === 'string' && /^[^/.][^/]*(\/[^/.][^/]*)*$/.test(path) ? [path] : [];
  });

/**
 * The image of a group that holds several; undefined for other groups.
 * @param series its number, from 1, or its path; of a plate a well, such as 3, B3 or B/3, and a field of it after a slash.
 * @throws InputError, without the store's name, for one that is not there.
 */
export async function findStoreImage(
  keys: KeyStore,
  attributes: Fields,
  series: string | undefined,
): Promise<ChosenImage | undefined> {
  const ome = fieldsOf(attributes['ome']) ?? attributes;
  const plate = fieldsOf(ome['plate']);
  if (plate) return chooseWell(pathsOf(plate['wells']), series);
  const well = fieldsOf(ome['well']);
  if (well) return chooseField(pathsOf(well['images']), series);
  if (ome['bioformats2raw.layout'] === undefined) return undefined;
  const listed = await readSeries(keys);
  return chooseOf(listed ?? ['0'], series, 'images');
}

function chooseWell(wells: readonly string[], series: string | undefined): ChosenImage {
  const [first] = wells;
  if (first === undefined) throw new InputError('is a plate without wells');
  if (series === undefined) {
    const note = `took the well ${first} of ${wells.length}; --series takes another, such as ${wells.at(-1)}`;
    return { path: first, series, notes: wells.length > 1 ? [note] : [] };
  }
  const chosen = findWell(wells, series);
  if (chosen) return { ...chosen, notes: [] };
  const field = `a field after a slash, as in ${first}/1`;
  throw new InputError(`has no well ${quote(series)}; right for --series is one of ${list(wells)}, and ${field}`);
}

/** A well by its path, its row and column or its number, and what follows of the choice: the field in it. */
function findWell(wells: readonly string[], series: string): { path: string; series: string | undefined } | undefined {
  const named = wells.find((well) => series === well || series.startsWith(`${well}/`));
  if (named !== undefined) return { path: named, series: series.slice(named.length + 1) || undefined };
  const [, row, column, field] = /^([A-Za-z]*)\/?0*(\d+)(?:\/(.+))?$/.exec(series) ?? [];
  const path = row === '' ? wells[Number(column) - 1] : wells.find((well) => isAt(well, row, column));
  return path === undefined ? undefined : { path, series: field };
}

function isAt(well: string, row: string | undefined, column: string | undefined): boolean {
  const [ownRow = '', ownColumn = ''] = well.split('/');
  return ownRow.toLowerCase() === row?.toLowerCase() && Number(ownColumn) === Number(column);
}

/** A field by its name, as in the path of its group, or by its number. */
function chooseField(fields: readonly string[], series: string | undefined): ChosenImage {
  const index = series === undefined ? -1 : fields.indexOf(series);
  if (index < 0 || series === undefined) return chooseOf(fields, series, 'fields');
  const numbered = fields[Number(series) - 1];
  const isDoubtful = numbered !== undefined && numbered !== series;
  const note = `took the field of the name ${series}, number ${index + 1} of ${fields.length}; --series takes number ${series} by its name, ${numbered}`;
  return { path: series, series: undefined, notes: isDoubtful ? [note] : [] };
}

function chooseOf(paths: readonly string[], series: string | undefined, what: string): ChosenImage {
  if (paths.length === 0) throw new InputError(`has no ${what}`);
  const path = series === undefined ? paths[0] : (paths[Number(series) - 1] ?? paths.find((own) => own === series));
  if (path === undefined) {
    const choices = `right for --series is a number up to ${paths.length}, or one of ${list(paths)}`;
    throw new InputError(`has no image ${quote(series ?? '')} among its ${paths.length} ${what}; ${choices}`);
  }
  const notes =
    series === undefined && paths.length > 1
      ? [`took the first of ${paths.length} ${what}; --series takes another`]
      : [];
  return { path, series: undefined, notes };
}

/** Names that messages list at most. */
const LISTED_MAX = 12;

const list = (names: readonly string[]) =>
  `${names.slice(0, LISTED_MAX).join(', ')}${names.length > LISTED_MAX ? `, … (${names.length})` : ''}`;

/** Paths of images that the group `OME` lists; undefined where it does not. */
async function readSeries(keys: KeyStore): Promise<readonly string[] | undefined> {
  for (const name of ['/OME/.zattrs', '/OME/zarr.json']) {
    const bytes = await keys.get(name);
    if (!bytes) continue;
    const fields = fieldsOf(JSON.parse(new TextDecoder().decode(bytes))) ?? {};
    const attributes = fieldsOf(fields['attributes']) ?? fields;
    const paths = pathsOf((fieldsOf(attributes['ome']) ?? attributes)['series']);
    if (paths.length > 0) return paths;
  }
  return undefined;
}
