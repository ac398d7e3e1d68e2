/** Addresses of DICOMweb servers, and of the studies, series and instances that they hold (PS3.18, section 8.2). */
import { InputError } from '../../../errors.js';
import { addressBelow, nameUrl, refuseCredentials, withoutDicomWeb } from '../../web/web-address.js';

export interface DicomWebAddress {
  /** The address in messages. */
  readonly name: string;
  /** The server's root, below which its studies are, with its query. */
  readonly root: string;
  readonly study: string | undefined;
  readonly series: string | undefined;
  readonly instance: string | undefined;
}

/** A resource of a server, by the identifiers of what it is in. */
export interface ResourcePath {
  readonly study?: string | undefined;
  readonly series?: string | undefined;
  readonly instance?: string | undefined;
}

const UID = '([0-9][0-9.]{0,63})';
const RESOURCE = new RegExp(`^(.*?)/studies(?:/${UID}(?:/series(?:/${UID}(?:/instances(?:/${UID})?)?)?)?)?$`);

/** @throws InputError for a text that is no address, and for resources that make no volume. */
export function parseDicomWebAddress(text: string): DicomWebAddress {
  const address = withoutDicomWeb(text);
  const name = `dicomweb:${nameUrl(address)}`;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw new InputError(`${name}: is no address; dicomweb:https://host/dicom-web/studies/UID/series/UID would be one`);
  }
  refuseCredentials(address);
  const [, path = '', query = ''] = /^([^?#]*?)\/*(\?[^#]*)?(?:#.*)?$/s.exec(address)!;
  const [, root, study, series, instance] = RESOURCE.exec(path) ?? [];
  if (root !== undefined) return { name, root: `${root}${query}`, study, series, instance };
  if (/\/studies(?:\/|$)/.test(path)) {
    throw new InputError(
      `${name}: names no study, series or instance by its UID; dicomweb:https://host/dicom-web/studies/UID/series/UID would`,
    );
  }
  return { name, root: `${path}${query}`, study: undefined, series: undefined, instance: undefined };
}

/**
 * The address of a resource.
 * @param below what follows it, such as `/metadata`.
 * @param parameters of a search.
 */
export function resourceAddress(
  root: string,
  { study, series, instance }: ResourcePath,
  below: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const parts = Object.entries({ studies: study, series, instances: instance });
  const key = parts.map(([level, uid]) => (uid === undefined ? '' : `/${level}/${uid}`)).join('');
  const address = addressBelow(root, `${key}${below}`);
  const search = new URLSearchParams(parameters).toString();
  if (search === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${search}`;
}
