/** The text of `tilecast info` of a folder of DICOM files. */
import type { SeriesDescription, ServedSeries } from '../../index.js';
import { formatList } from './format-description.js';

const COLUMNS = ['series', 'modality', 'description', 'voxels', 'spacing (mm)', 'origin (LPS, mm)', 'files'] as const;

export function formatSeries(folder: string, series: readonly SeriesDescription[]): string[] {
  const table = alignColumns([COLUMNS, ...series.map(formatRow)]);
  const lines = table.flatMap((line, index) => {
    if (index === 0) return [line];
    const { patient, notes } = series[index - 1]!;
    return [line, ...(patient ? [formatPatient(patient)] : []), ...notes].map((text, at) =>
      at === 0 ? text : `  ${text}`,
    );
  });
  return [`${folder}: ${series.length} series of DICOM`, ...lines];
}

const SERVER_COLUMNS = ['series', 'modality', 'description', 'instances', 'uid'] as const;

/** More series than these would hide the first ones. */
const SERVED_MAX = 500;

/** The series of a DICOMweb server, by their studies. */
export function formatServer(name: string, series: readonly ServedSeries[]): string[] {
  const shown = series.slice(0, SERVED_MAX);
  const [head, ...lines] = alignColumns([SERVER_COLUMNS, ...shown.map(formatServed)]);
  const studies = new Set(series.map(({ studyUid }) => studyUid));
  const rows = lines.flatMap((line, index) => {
    const { studyUid } = shown[index]!;
    return studyUid === shown[index - 1]?.studyUid ? [line] : [`study ${studyUid}`, line];
  });
  const more = series.length - shown.length;
  return [
    `${name}: ${series.length} series of DICOM in ${studies.size} ${studies.size === 1 ? 'study' : 'studies'}`,
    head!,
    ...rows,
    ...(more > 0 ? [`… and ${more} more; --json lists all`] : []),
  ];
}

const formatServed = ({ number, modality, description, instances, uid }: ServedSeries) => [
  String(number),
  modality || '?',
  description || '-',
  instances === undefined ? '?' : String(instances),
  uid,
];

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

function formatRow({ number, modality, description, part, sizes, spacing, origin, times, files }: SeriesDescription) {
  return [
    String(number),
    modality || '?',
    [description, part].filter((text) => text !== '').join(', ') || '-',
    `${sizes.join(' × ')}${times > 1 ? ` × ${times} times` : ''}`,
    formatList(spacing, ' × '),
    origin ? `(${formatList(origin)})` : '?',
    String(files),
  ];
}

function formatPatient({ name, id, birthDate, studyDate }: NonNullable<SeriesDescription['patient']>): string {
  const told = { patient: name, id, born: birthDate, study: studyDate };
  return Object.entries(told)
    .map(([label, value]) => `${label} ${value ?? '?'}`)
    .join(', ');
}
