/** Opens series of DICOMweb servers as folders of files: searches for them (QIDO-RS) and retrieves them (WADO-RS; PS3.18). */
import { InputError } from '../../../errors.js';
import {
  type ByteSource,
  type FetchedSeries,
  type FileFolder,
  memorySource,
  type ServedSeries,
} from '../../bytes/byte-source.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { type RemoteOptions, requestBytes } from '../../web/web-request.js';
import { type DicomWebAddress, parseDicomWebAddress, type ResourcePath, resourceAddress } from './dicom-web-address.js';
import { type JsonDataSet, numberOf, parseDataSets, textOfTag } from './json-data-set.js';
import { DICOM_JSON_TYPE, InstanceRetrieval } from './retrieve-instance.js';

const [STUDY_UID, SERIES_UID, INSTANCE_UID] = ['0020000D', '0020000E', '00080018'] as const;
const [MODALITY, SERIES_DESCRIPTION, SERIES_NUMBER, SERIES_INSTANCES] = [
  '00080060',
  '0008103E',
  '00200011',
  '00201209',
] as const;

/** Instances that are retrieved at the same time. */
const AT_ONCE = 8;

/** Files of a series are in memory together. */
const SERIES_BYTES_MAX = 2 ** 31;

/** Searches of one list: servers that know no offsets would give the same pages for ever. */
const PAGES_MAX = 1000;

/** Modalities of series that hold no images. */
const NO_IMAGES: readonly string[] = ['AU', 'DOC', 'ECG', 'KO', 'PR', 'PLAN', 'REG', 'RTPLAN', 'RTRECORD', 'SR'];

/**
 * @param text `dicomweb:` and the address of a server's root, a study, a series or an instance.
 * @throws InputError for what is no such address; nothing is fetched yet.
 */
export function openDicomWeb(text: string, options: RemoteOptions = {}): FileFolder {
  const address = parseDicomWebAddress(text);
  const { name, series } = address;
  const server = new DicomWebServer(address, options);
  return {
    name,
    files: [],
    server: {
      isOneSeries: series !== undefined,
      list: () => server.list(),
      fetch: (asked, report = () => undefined) => server.fetch(asked, report),
    },
  };
}

class DicomWebServer {
  readonly #address: DicomWebAddress;
  readonly #options: RemoteOptions;
  readonly #retrieval: InstanceRetrieval;
  #listed: Promise<readonly ServedSeries[]> | undefined;
  /** The series that was fetched last: another time or part of it is read from the same files. */
  #fetched: { readonly uid: string; readonly files: Promise<readonly ByteSource[]> } | undefined;

  constructor(address: DicomWebAddress, options: RemoteOptions) {
    this.#address = address;
    this.#options = options;
    this.#retrieval = new InstanceRetrieval(address.root, options);
  }

  list(): Promise<readonly ServedSeries[]> {
    this.#listed ??= this.#search({ study: this.#address.study }, '/series').then((found) =>
      describeSeries(found, this.#address.study).filter(({ uid }) => uid === (this.#address.series ?? uid)),
    );
    return this.#listed;
  }

  async fetch(asked: string | undefined, report: (done: number, total: number) => void): Promise<FetchedSeries> {
    const { study, series } = this.#address;
    const { path, notes } = series === undefined ? await this.#choose(asked) : { path: { study, series }, notes: [] };
    const uid = path.series!;
    if (this.#fetched?.uid !== uid) {
      const files = this.#retrieveSeries(path, report);
      this.#fetched = { uid, files };
      // Another try may succeed.
      files.catch(() => {
        this.#fetched = undefined;
      });
    }
    const { root, instance } = this.#address;
    const address = `dicomweb:${resourceAddress(root, { ...path, instance }, '')}`;
    return { address, files: await this.#fetched!.files, notes };
  }

  /** @throws InputError where none or several series fit. */
  async #choose(asked: string | undefined): Promise<{ path: ResourcePath; notes: readonly string[] }> {
    const { name } = this.#address;
    const listed = await this.list();
    const fitting = findFitting(listed, asked);
    const [only, another] = fitting;
    if (only && !another) {
      const others = `has ${listed.length} series; took the only one of images, ${only.number}; --series takes another`;
      const notes = asked === undefined && listed.length > 1 ? [others] : [];
      return { path: { study: only.studyUid, series: only.uid }, notes };
    }
    const advice = `--series takes 1 to ${listed.length}, a UID or words of a description; tilecast info lists them`;
    if (listed.length === 0) throw new InputError(`${name}: holds no series`);
    if (asked === undefined) throw new InputError(`${name}: has ${listed.length} series; ${advice}`);
    const many = another ? `has ${fitting.length} series that fit` : 'has no series';
    throw new InputError(`${name}: ${many} "${asked}"; ${advice}`);
  }

  async #retrieveSeries(
    path: ResourcePath,
    report: (done: number, total: number) => void,
  ): Promise<readonly ByteSource[]> {
    const instances = await this.#listInstances(path);
    const files: ByteSource[] = new Array(instances.length);
    let [next, done, sizeBytes] = [0, 0, 0];
    const work = async () => {
      for (let index = next++; index < instances.length; index = next++) {
        const instance = instances[index]!;
        const bytes = await this.#retrieval.retrieve({ ...path, instance });
        sizeBytes += bytes.length;
        if (sizeBytes > SERIES_BYTES_MAX) {
          throw new InputError(
            `${this.#address.name}: has more than ${SERIES_BYTES_MAX} bytes in its series, which are the most that are read at once; address one of its instances`,
          );
        }
        files[index] = memorySource(`${instance}.dcm`, bytes);
        report(++done, instances.length);
      }
    };
    await nameInErrors(this.#address.name, async () => {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    });
    return files;
  }

  /** @throws InputError where the server lists fewer than it says that there are. */
  async #listInstances(path: ResourcePath): Promise<readonly string[]> {
    const { name, instance } = this.#address;
    if (instance !== undefined) return [instance];
    const found = await this.#search(path, '/instances');
    const uids = found.flatMap((dataSet) => textOfTag(dataSet, INSTANCE_UID) ?? []);
    if (uids.length === 0) throw new InputError(`${name}: the server has no instances of this series`);
    const said = numberOf(found[0]!, SERIES_INSTANCES);
    if (said !== undefined && said > uids.length) {
      throw new InputError(`${name}: the server lists ${uids.length} of ${said} instances; try again`);
    }
    return [...uids].sort();
  }

  /** All that a search finds, page by page: servers bound what they answer with at once. */
  async #search(path: ResourcePath, below: '/series' | '/instances'): Promise<readonly JsonDataSet[]> {
    const { name, root } = this.#address;
    const uidTag = below === '/series' ? SERIES_UID : INSTANCE_UID;
    const found = new Map<string, JsonDataSet>();
    for (let page = 0; page < PAGES_MAX; page++) {
      const parameters = found.size === 0 ? {} : { offset: String(found.size) };
      const url = resourceAddress(root, path, below, parameters);
      // A server that knows no offsets may refuse them, once it has given all.
      const accept = page === 0 ? [] : [400, 404];
      const { bytes } = await requestBytes(url, { mediaType: DICOM_JSON_TYPE, accept }, this.#options);
      const dataSets = await nameInErrors(name, async () => parseDataSets(bytes));
      const before = found.size;
      for (const dataSet of dataSets) {
        const uid = textOfTag(dataSet, uidTag);
        if (uid !== undefined && /^[\d.]{1,64}$/.test(uid)) found.set(uid, dataSet);
      }
      const said = numberOf(dataSets[0] ?? {}, SERIES_INSTANCES);
      const hasAll = below === '/instances' && found.size === said;
      if (found.size === before || hasAll) break;
    }
    return [...found.values()];
  }
}

/** Sorted by studies, and in each by the numbers of its series. */
function describeSeries(found: readonly JsonDataSet[], study: string | undefined): readonly ServedSeries[] {
  const described = found.map((dataSet) => ({
    uid: textOfTag(dataSet, SERIES_UID)!,
    studyUid: study ?? textOfTag(dataSet, STUDY_UID) ?? '',
    modality: textOfTag(dataSet, MODALITY) ?? '',
    description: textOfTag(dataSet, SERIES_DESCRIPTION) ?? '',
    instances: numberOf(dataSet, SERIES_INSTANCES),
    order: numberOf(dataSet, SERIES_NUMBER) ?? Number.MAX_SAFE_INTEGER,
  }));
  return described
    .sort((a, b) => compareTexts(a.studyUid, b.studyUid) || a.order - b.order || compareTexts(a.uid, b.uid))
    .map(({ order: _, ...series }, index) => ({ number: index + 1, ...series }));
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function findFitting(listed: readonly ServedSeries[], asked: string | undefined): readonly ServedSeries[] {
  if (asked === undefined) {
    const images = listed.filter(({ modality }) => !NO_IMAGES.includes(modality));
    return images.length > 0 ? images : listed;
  }
  const number = /^\d{1,6}$/.test(asked) ? listed[Number(asked) - 1] : undefined;
  if (number) return [number];
  if (/^\d[\d.]*\.[\d.]*$/.test(asked)) {
    const exact = listed.filter(({ uid }) => uid === asked);
    return exact.length > 0 ? exact : listed.filter(({ uid }) => uid.startsWith(asked));
  }
  const words = asked.toLowerCase();
  return listed.filter(({ modality, description }) => `${modality} ${description}`.toLowerCase().includes(words));
}
