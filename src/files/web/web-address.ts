/** Addresses of files on the web: what is said of them, and the addresses of files beside and below them. */
import { InputError } from '../../errors.js';

/** Whether a path is an address on the web, or of a bucket. */
export const isUrl = (path: string) => /^((dicomweb:)?https?|s3|gs):\/\//i.test(path);

const DICOM_WEB = /^dicomweb:/i;

/** Whether a path is the address of a DICOMweb server, or of what it holds. */
export const isDicomWeb = (path: string) => DICOM_WEB.test(path);

/** The address on the web, without the prefix that says how to ask it; others as they are. */
export const withoutDicomWeb = (path: string) => path.replace(DICOM_WEB, '');

/** The address in messages, and whose ending names the format: without its query, which may be long or secret, user and password. */
export function nameUrl(url: string | URL): string {
  const text = String(url);
  return text.startsWith('data:') ? 'data URL' : text.replace(/[?#].*$/s, '').replace(CREDENTIALS, '$1');
}

/** User and password of an address. */
const CREDENTIALS = /^((?:dicomweb:)?[a-z][a-z\d+.-]*:\/*)[^/]*@/i;

/** @throws InputError for an address with a user or a password: `fetch` sends none, and they would end up in files and messages. */
export function refuseCredentials(url: string | URL): void {
  if (CREDENTIALS.test(String(url).replace(/[?#].*$/s, ''))) {
    throw new InputError(
      `${nameUrl(url)}: the address holds a user or a password, which are not sent; one that is signed in its query would be right`,
    );
  }
}

/** The address of a file below another address, whose query, by which it may be signed, goes along. */
export function addressBelow(root: string | URL, key: string): string {
  const [, path = '', query = ''] = /^([^?#]*?)\/*(\?[^#]*)?(?:#.*)?$/s.exec(String(root)) ?? [];
  return `${path}${key}${query}`;
}

/** The address that a file names, relative to its own; at the same server the query goes along unless the name has one. */
export function addressBeside(url: string | URL, name: string): string {
  const beside = new URL(name, url);
  const { origin, search } = new URL(url);
  if (beside.origin === origin && beside.search === '') beside.search = search;
  return beside.href;
}

/** The address of the page, to which addresses may be relative. */
export const pageUrl = () => (globalThis as { readonly location?: { readonly href: string } }).location?.href;
