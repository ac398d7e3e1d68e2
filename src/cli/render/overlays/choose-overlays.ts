/** Overlays that the options of `tilecast render` draw onto the finished picture. */
import {
  type Camera,
  computeStatistics,
  type Frame,
  type LegendEntry,
  type Mask,
  type Overlays,
  parseShape,
  type RenderOptions,
  type VolumeScene,
} from '../../../index.js';
import { holdsNumber, isLightBackground, isStatisticMap, legendShare, lineEvery } from '../../../lab.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { say } from '../../say.js';

export interface OverlayChoice {
  /** Counts that the renderer must make. */
  readonly options: Pick<RenderOptions, 'slabCounts'>;
  /** @throws InputError for what is true of volumes only, where there is none. */
  readonly check: (has: { readonly volume: boolean; readonly values: boolean }) => void;
  /** @throws InputError for letters of a patient's sides where the world is not a patient's. */
  readonly checkAnatomical: (anatomical: boolean) => void;
  /** The share of the picture's width that the legend takes of these labels, which views are fitted beside. */
  readonly freeRight: (mask: Mask | undefined, others: readonly LegendEntry[] | undefined) => Promise<number>;
  /** Describes what to draw onto a frame, of a volume if there is one; the legend is of values on meshes. */
  readonly describe: (
    frame: Frame,
    scene: VolumeScene | undefined,
    camera: Camera,
    legend: (NonNullable<Overlays['colorBar']> & { readonly labels?: readonly LegendEntry[] | undefined }) | undefined,
    space: { readonly anatomical: boolean; readonly unit: string | undefined },
  ) => Overlays;
}

/** @throws InputError that names the option. */
export function chooseOverlays(values: OptionValues): OverlayChoice {
  const {
    overlay: names = [],
    heatmap,
    title,
    'color-bar-title': barTitle,
    'overlay-scale': overlayScale,
    size,
  } = values;
  const overlayColor = chooseColor(values);
  if (heatmap !== undefined && names.includes('color-bar')) {
    fail('--overlay color-bar: is for the colours of a picture; a heat map has a bar of its own');
  }
  if (barTitle !== undefined && !names.includes('color-bar')) fail('--color-bar-title: is for --overlay color-bar');
  if (overlayScale !== undefined && names.length === 0 && title === undefined) {
    fail('--overlay-scale: is for --overlay and --title, and there is none');
  }
  if (values['overlay-color'] !== 'auto' && names.length === 0 && title === undefined) {
    fail('--overlay-color: is for --overlay and --title, and there is none');
  }
  // Numbers and tints would hide the colours of a heat map.
  const slabCounts = names.includes('tiles') && heatmap === undefined;
  const sayOnce = createSayOnce();
  return {
    options: { slabCounts },
    check: ({ volume, values }) => {
      if (volume) return;
      if (names.includes('legend') && !values) {
        fail('--overlay legend: is for labels of a volume or of --values of meshes, and there are none');
      }
      if (names.includes('color-bar') && !values) {
        fail('--overlay color-bar: is for a volume or --values of meshes, and there is none');
      }
    },
    checkAnatomical: (anatomical) => {
      if (names.includes('orientation') && !anatomical) {
        fail('--overlay orientation: is for anatomical spaces, and these meshes name none; --transform ras|lps does');
      }
    },
    freeRight: async (mask, others = []) => {
      if (!names.includes('legend') || heatmap !== undefined) return 0;
      return legendShare([...others, ...listColored(mask)], size, {
        orientation: names.includes('orientation'),
        colorBar: names.includes('color-bar') && others.length === 0,
        ...(overlayScale !== undefined && { overlayScale }),
      });
    },
    describe: (frame, scene, camera, legend, { anatomical, unit }) => {
      // Named values come before a volume's, and a map's before those of the anatomy below it.
      const bar = legend ?? (names.includes('color-bar') ? findMap(scene) : undefined) ?? scene;
      if (names.includes('tiles')) sayOnce(explainTiles(frame));
      return {
        ...(names.includes('scale-bar') && { scaleBar: { camera, ...(unit !== undefined && { unit }) } }),
        ...(names.includes('orientation') && anatomical && { orientation: { camera } }),
        ...(names.includes('color-bar') &&
          !legend?.labels &&
          bar && { colorBar: { transfer: bar.transfer, title: barTitle ?? legend?.title ?? '' } }),
        ...(names.includes('legend') && {
          legend: [...(legend?.labels ?? []), ...listLegend(scene, legend?.labels, sayOnce)],
        }),
        ...(names.includes('tiles') && { tiles: describeTiles(frame) }),
        ...(title !== undefined && { title }),
        ...(overlayScale !== undefined && { overlayScale }),
        overlayColor,
      };
    },
  };
}

/** Heat maps are as dark as their colours, whatever lies behind the picture. */
function chooseColor({ 'overlay-color': color, background, heatmap }: OptionValues): 'white' | 'black' {
  if (color !== 'auto') return color;
  return heatmap === undefined && isLightBackground(background) ? 'black' : 'white';
}

/** The last volume after the first that is a map of both signs. */
const findMap = (scene: VolumeScene | undefined) =>
  scene?.fused?.findLast(({ volume }) => isStatisticMap(volume, computeStatistics(volume)));

/** The labels that have colours of their own. */
function listLegend(
  scene: VolumeScene | undefined,
  others: readonly LegendEntry[] | undefined,
  sayOnce: (text: string) => void,
): readonly LegendEntry[] {
  const entries = listColored(scene?.mask);
  if (entries.length === 0 && !others?.length)
    sayOnce('--overlay legend: no label has a colour; --labels 1:red,2:blue gives them some');
  return entries;
}

const listColored = (mask: Mask | undefined): readonly LegendEntry[] =>
  (mask?.styles ?? []).flatMap(({ label, name = String(label), color }) => (color ? [{ color, name }] : []));

const describeTiles = ({ stats, slabCounts }: Frame) => ({
  ...parseShape(stats.shape),
  slabCounts,
  slabs: stats.slabs,
});

/** The meaning of lines and tints where the picture cannot say it, or nothing. */
function explainTiles(frame: Frame): string {
  const { slabCounts, slabs, ...shape } = describeTiles(frame);
  const { columns, rows } = lineEvery(shape);
  const every = (count: number) => (count === 1 ? 'every' : `every ${count}${['', '', 'nd', 'rd'][count] ?? 'th'}`);
  const sparse =
    columns > 1 || rows > 1
      ? `tiles are ${frame.stats.shape} pixels: there is a line at ${every(columns)} column and ${every(rows)} row of them`
      : '';
  const tinted =
    slabCounts && !holdsNumber(shape, slabs)
      ? `the tint of a tile says in how many of its ${slabs} slabs triangles begin: dark blue in 1, yellow in all`
      : '';
  return [sparse, tinted].filter(Boolean).join('; ');
}

/** Says the same thing once for all frames of a series. */
function createSayOnce() {
  const said = new Set(['']);
  return (text: string) => {
    if (!said.has(text)) say(text);
    said.add(text);
  };
}
