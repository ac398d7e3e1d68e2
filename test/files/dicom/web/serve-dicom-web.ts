/** A DICOMweb server for the tests, by PS3.18: searches, files, metadata and frames of slices that it makes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { writeDicom } from '../write-dicom.js';

export interface ServedSlice {
  readonly study: string;
  readonly series: string;
  readonly seriesNumber: number;
  readonly modality: string;
  readonly description: string;
  readonly instance: string;
  /** Millimetres along z. */
  readonly z: number;
  readonly pixels: Uint16Array;
}

export interface DicomWebForm {
  /** Whether it gives files; else metadata and frames alone. */
  readonly files?: boolean;
  /** Results of a search that it gives at once. */
  readonly pageLength?: number;
  /** Whether it heeds offsets of searches; else it answers with the first page again. */
  readonly offsets?: boolean;
  /** Without it, it answers 401. */
  readonly authorization?: string;
  readonly cors?: boolean;
}

/** Sides of the slices. */
export const [COLUMNS, ROWS] = [4, 3] as const;

const elementsOf = ({ study, series, seriesNumber, modality, description, instance, z, pixels }: ServedSlice) => ({
  '00080016 UI': '1.2.840.10008.5.1.4.1.1.2',
  '00080018 UI': instance,
  '00080060 CS': modality,
  '0008103E LO': description,
  '0020000D UI': study,
  '0020000E UI': series,
  '00200011 IS': String(seriesNumber),
  '00200032 DS': `-2.5\\1.25\\${z}`,
  '00200037 DS': '1\\0\\0\\0\\1\\0',
  '00280002 US': [1],
  '00280004 CS': 'MONOCHROME2',
  '00280010 US': [ROWS],
  '00280011 US': [COLUMNS],
  '00280030 DS': '2\\0.5',
  '00280100 US': [16],
  '00280101 US': [16],
  '00280102 US': [15],
  '00280103 US': [0],
  '00281052 DS': '-1024',
  '00281053 DS': '1',
  '7FE00010 OW': [...pixels],
});

export const fileOf = (slice: ServedSlice) => writeDicom(elementsOf(slice));

/** The data set in the JSON of annex F, in which pixels are at an address. */
function jsonOf(slice: ServedSlice) {
  const entries = Object.entries(elementsOf(slice)).map(([key, value]) => {
    const [tag, vr] = key.split(' ') as [string, string];
    if (vr === 'OW') return [tag, { vr, BulkDataURI: 'bulk' }];
    const values = typeof value === 'string' ? value.split('\\') : value;
    return [tag, { vr, Value: vr === 'DS' || vr === 'IS' ? values.map(Number) : values }];
  });
  return Object.fromEntries(entries);
}

/** @returns the address of its root, and the paths with their queries that were asked for. */
export async function serveDicomWeb(slices: readonly ServedSlice[], form: DicomWebForm = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    answer(request, response, slices, form);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { root: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dicom-web`, asked };
}

function answer(
  { url, method, headers }: IncomingMessage,
  response: ServerResponse,
  slices: readonly ServedSlice[],
  { files = true, pageLength = Number.POSITIVE_INFINITY, offsets = true, authorization, cors = false }: DicomWebForm,
): unknown {
  if (cors) {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'accept');
  }
  if (method === 'OPTIONS') return response.writeHead(204).end();
  if (authorization !== undefined && headers.authorization !== authorization) return response.writeHead(401).end();
  const { pathname, searchParams } = new URL(url!, 'http://localhost');
  const [, study, series, instance, last = ''] =
    /^\/dicom-web(?:\/studies\/([\d.]+))?(?:\/series\/([\d.]+))?(?:\/instances\/([\d.]+))?(\/.*)?$/.exec(pathname) ??
    [];
  const found = slices.filter(
    (slice) =>
      slice.study === (study ?? slice.study) &&
      slice.series === (series ?? slice.series) &&
      slice.instance === (instance ?? slice.instance),
  );
  const offset = offsets ? Number(searchParams.get('offset') ?? 0) : 0;
  const sendJson = (list: readonly unknown[]) => {
    const page = list.slice(offset, offset + pageLength);
    if (page.length === 0) response.writeHead(204).end();
    else response.writeHead(200, { 'content-type': 'application/dicom+json' }).end(JSON.stringify(page));
  };
  if (last === '/series') {
    const first = new Map(found.map((slice) => [slice.series, slice]).reverse() as [string, ServedSlice][]);
    return sendJson([...first.values()].map(jsonOf));
  }
  if (last === '/instances') return sendJson(found.map(jsonOf));
  const [slice] = found;
  if (!slice || instance === undefined) return response.writeHead(404).end();
  if (last === '/metadata') return sendJson([jsonOf(slice)]);
  if (last === '/frames/1') {
    const bytes = new Uint8Array(slice.pixels.buffer);
    return sendParts(response, 'application/octet-stream', bytes, 'part of it');
  }
  if (last === '' && files) return sendParts(response, 'application/dicom', fileOf(slice), 'x');
  return response.writeHead(406).end();
}

function sendParts(response: ServerResponse, type: string, bytes: Uint8Array, boundary: string): void {
  response.setHeader('content-type', `multipart/related; type="${type}"; boundary="${boundary}"`);
  response.write(`--${boundary}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`);
  response.write(bytes);
  response.end(`\r\n--${boundary}--\r\n`);
}
