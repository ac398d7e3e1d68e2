/** Images within stores of several: those of bioformats2raw, and the wells of plates. */
import { InputError } from '../../../errors.js';
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
 * @param series its number, from 1, or its path; of a plate a well, such as B3, and a field of it after a slash.
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
  if (well) return chooseOf(pathsOf(well['images']), series, 'fields');
  if (ome['bioformats2raw.layout'] === undefined) return undefined;
  const listed = await readSeries(keys);
  return chooseOf(listed ?? ['0'], series, 'images');
}

function chooseWell(wells: readonly string[], series: string | undefined): ChosenImage {
  if (wells.length === 0) throw new InputError('is a plate without wells');
  const [, row, column, field] = /^([A-Za-z]+)\/?0*(\d+)(?:\/(.+))?$/.exec(series ?? '') ?? [];
  const isMeant = (well: string) => {
    const [ownRow = '', ownColumn = ''] = well.split('/');
    return ownRow.toLowerCase() === row?.toLowerCase() && Number(ownColumn) === Number(column);
  };
  const path = series === undefined ? wells[0] : wells.find((well) => well === series || isMeant(well));
  if (path === undefined) {
    throw new InputError(`has no well ${JSON.stringify(series)}; --series ${wells[0]} is one of ${wells.length}`);
  }
  const notes =
    series === undefined && wells.length > 1
      ? [`took the well ${path} of ${wells.length}; --series takes another, such as ${wells.at(-1)}`]
      : [];
  return { path, series: field, notes };
}

function chooseOf(paths: readonly string[], series: string | undefined, what: string): ChosenImage {
  if (paths.length === 0) throw new InputError(`has no ${what}`);
  const path = series === undefined ? paths[0] : (paths[Number(series) - 1] ?? paths.find((own) => own === series));
  if (path === undefined) {
    throw new InputError(
      `has no image ${JSON.stringify(series)} among its ${paths.length} ${what}; --series 1 is the first`,
    );
  }
  const notes =
    series === undefined && paths.length > 1
      ? [`took the first of ${paths.length} ${what}; --series takes another`]
      : [];
  return { path, series: undefined, notes };
}

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
