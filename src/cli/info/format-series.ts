/** The text of `tilecast info` of a folder of DICOM files. */
import type { SeriesDescription } from '../../index.js';
import { formatList } from './format-description.js';

const COLUMNS = ['series', 'modality', 'description', 'voxels', 'spacing (mm)', 'origin (LPS, mm)', 'files'] as const;

export function formatSeries(folder: string, series: readonly SeriesDescription[]): string[] {
  const rows = [COLUMNS, ...series.map(formatRow)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.flatMap((row, index) => {
    const line = row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
    if (index === 0) return [line];
    const { patient, notes } = series[index - 1]!;
    return [line, ...(patient ? [formatPatient(patient)] : []), ...notes].map((text, at) =>
      at === 0 ? text : `  ${text}`,
    );
  });
  return [`${folder}: ${series.length} series of DICOM`, ...lines];
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
