/** The map that `tilecast render --heatmap` draws instead of the picture: where in it the effort went. */
import type { Frame, Overlays, RenderOptions } from '../../../index.js';
import { createHeatmap } from '../../../lab.js';
import type { HEATMAPS } from '../../../recipe/options/output-options.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';

interface Quantity {
  readonly title: string;
  /** The kind of input that it needs. */
  readonly of: 'a volume' | 'meshes' | undefined;
  readonly options: Pick<RenderOptions, 'counts' | 'timings' | 'timestamps'>;
  /** One value per pixel. */
  readonly valuesOf: (frame: Frame) => ArrayLike<number>;
}

const COUNTED = { counts: true } as const;

const QUANTITIES = {
  samples: {
    title: 'samples per pixel',
    of: 'a volume',
    options: COUNTED,
    valuesOf: ({ counts }) => counts!.samples,
  },
  triangles: {
    title: 'triangle tests per pixel',
    of: 'meshes',
    options: COUNTED,
    valuesOf: ({ counts }) => counts!.tests,
  },
  skips: {
    title: 'skipped samples per pixel',
    of: 'a volume',
    options: COUNTED,
    valuesOf: ({ counts }) => counts!.skipped,
  },
  time: {
    title: 'nanoseconds per pixel',
    of: undefined,
    options: { timings: true, timestamps: true },
    valuesOf: ({ timings }) => timings!.nanoseconds,
  },
} as const satisfies Readonly<Record<(typeof HEATMAPS)[number], Quantity>>;

export interface HeatmapChoice {
  /** Measurements that the renderer must make. */
  readonly options: Quantity['options'];
  /** @throws InputError if there is nothing to measure. */
  readonly check: (has: { readonly volume: boolean; readonly meshes: boolean }) => void;
  /** The frame with the heat map for its picture, whose size is another. */
  readonly draw: (frame: Frame, overlays: Overlays) => Promise<Frame>;
}

export function chooseHeatmap({ heatmap: name }: Pick<OptionValues, 'heatmap'>): HeatmapChoice | undefined {
  if (name === undefined) return undefined;
  const { title, of, options, valuesOf }: Quantity = QUANTITIES[name];
  return {
    options,
    check: ({ volume, meshes }) => {
      if ((of === 'a volume' && !volume) || (of === 'meshes' && !meshes)) {
        fail(`--heatmap ${name}: is for ${of}, and there is none`);
      }
    },
    draw: async (frame, overlays) => {
      const { width, height, pixels } = await createHeatmap(valuesOf(frame), { ...frame, title, overlays });
      return { ...frame, width, height, pixels };
    },
  };
}
