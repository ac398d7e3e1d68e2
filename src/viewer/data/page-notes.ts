/** Lines about what was read, in the words of the page: it has panels where the command line has options. */

/** Places of the page for what options choose. */
const PANELS: Readonly<Record<string, string>> = {
  spacing: 'say it in Slices',
  series: 'choose another in Data',
  time: 'choose another in Data',
  component: 'choose others in Data',
  voxels: 'Data can show it otherwise',
  labels: 'choose some in Cuts and labels',
  values: 'choose them in Meshes',
  transfer: 'choose another in Appearance',
  blocky: 'Cuts and labels can show the voxels',
  'fused-depth': 'choose another in Data',
  crop: 'Cuts and labels shows the whole volume',
};

/** Parts of a line that name options are left out, or say where on the page the choice is. */
function toPageNote(note: string): string {
  if (!note.includes('--')) return note;
  const [first = '', ...more] = note.split(/(?=[;,] )/);
  const parts = [first, ...more];
  const kept = parts.filter((part) => !part.includes('--'));
  const option = /--([a-z-]+)/.exec(note)?.[1] ?? '';
  const panel = PANELS[option];
  const text = kept.join('').replace(/[;,\s]+$/, '');
  return panel && text !== '' ? `${text}; ${panel}` : text;
}

/** The notes that still say something, each once. */
export const toPageNotes = (notes: readonly string[]): readonly string[] => [
  ...new Set(notes.map(toPageNote).filter((note) => note !== '')),
];
