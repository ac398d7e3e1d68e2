/** Finds options of `tilecast render` that have no effect on the given inputs, and says so in a line. */
import { type LightChoice, type Mesh, RENDER_MODES, reducesToValue, type VolumeScene } from '../../../index.js';
import { countDirections, sumsSamples } from '../../../lab.js';
import type { OptionName, OptionTexts, OptionValues } from '../../../recipe/options.js';
import { say } from '../../say.js';

/** The contents of a picture, as far as options depend on them. */
export interface PictureContents {
  /** Undefined where there are meshes alone. */
  readonly volume: Pick<VolumeScene, 'mode' | 'isosurfaces'> | undefined;
  /** The meshes as their files have them. */
  readonly meshes: readonly Mesh[];
}

interface Situation extends PictureContents {
  readonly values: OptionValues;
  /** Whether frames follow each other in a file. */
  readonly moves: boolean;
}

interface IdleRule {
  readonly options: readonly OptionName[];
  readonly when: (situation: Situation) => boolean;
  /** Continues "--option: has no effect". */
  readonly why: string;
}

const isPath = ({ values }: Situation) => values.quality === 'path';
const isUnlit = ({ volume }: Situation) => volume?.mode !== undefined && reducesToValue(volume.mode);
const isHeadlight = (light: LightChoice | undefined) => light !== undefined && countDirections(light) === 0;
const isSum = ({ volume }: Situation) => volume?.mode !== undefined && sumsSamples(volume.mode);
const isSurface = ({ volume }: Situation) => volume?.mode === 'isosurface';
const isColored = ({ vertexColors, faceColors, textures }: Mesh) =>
  [vertexColors, faceColors, textures].some((colors) => colors !== undefined);
const isZero = (share: number) => share === 0;

const RULES: readonly IdleRule[] = [
  {
    options: [
      ...(['shade', 'ambient', 'diffuse', 'specular', 'shininess', 'step'] as const),
      ...(['shadows', 'ambient-occlusion', 'reflectivity', 'reflections'] as const),
    ],
    when: isPath,
    why: 'on --quality path, all of whose light is that of --environment and --light',
  },
  {
    options: [
      ...(['metallic', 'roughness', 'transmission', 'ior'] as const),
      ...([
        'exposure',
        'tone',
        'light-space',
        'anisotropy',
        'coat',
        'coat-roughness',
        'aperture',
        'focus-distance',
        'clamp-indirect',
      ] as const),
    ],
    when: (situation) => !isPath(situation),
    why: 'without --quality path',
  },
  { options: ['shade'], when: isUnlit, why: 'on modes other than composite' },
  { options: ['shade'], when: isSurface, why: 'on isosurfaces, which are always lit' },
  {
    options: [
      'light',
      'ambient',
      'diffuse',
      'specular',
      'shininess',
      'shadows',
      'ambient-occlusion',
      'occlusion-distance',
    ],
    when: (situation) => isUnlit(situation) && situation.meshes.length === 0 && situation.values.ground === undefined,
    why: `on the modes ${RENDER_MODES.filter(reducesToValue).join(', ')}, which no light falls on`,
  },
  {
    options: ['light-size'],
    when: ({ meshes, values }) => values.quality !== 'path' && meshes.length === 0 && values.ground === undefined,
    why: 'on volumes, whose shadows are as soft as their grid of cells',
  },
  {
    options: ['shadows', 'light-size'],
    when: ({ values }) => values.quality !== 'path' && isHeadlight(values.light),
    why: 'under a headlight, whose shadows fall behind what is seen',
  },
  {
    options: ['quality'],
    when: (situation) => !isPath(situation) && (isSum(situation) || isSurface(situation)),
    why: 'on averages, X-rays and isosurfaces',
  },
  {
    options: ['window'],
    when: (situation) =>
      isSurface(situation) && situation.volume?.isosurfaces?.every(({ color }) => color !== undefined) === true,
    why: 'on isosurfaces that have colours',
  },
  { options: ['crease'], when: ({ values }) => values.flat, why: 'with --flat' },
  {
    options: ['crease'],
    when: ({ meshes }) => meshes.length > 0 && meshes.every(({ normals }) => normals !== undefined),
    why: 'on meshes that have normals',
  },
  {
    options: ['mesh-color', 'own-colors'],
    when: ({ values }) => values.values !== undefined,
    why: 'beside --values, whose colours meshes have',
  },
  {
    options: ['mesh-color'],
    when: ({ values, meshes }) => values['own-colors'] && meshes.length > 0 && meshes.every(isColored),
    why: 'on meshes that have colours of their own, which --no-own-colors leaves out',
  },
  { options: ['own-colors'], when: ({ meshes }) => !meshes.some(isColored), why: 'on meshes that have no colours' },
  {
    options: ['reflections'],
    when: ({ values }) => (values.reflectivity ?? []).every(isZero),
    why: 'without --reflectivity',
  },
  { options: ['reflectivity'], when: ({ values }) => isZero(values.reflections), why: 'with --reflections 0' },
  { options: ['fov'], when: ({ values }) => values.projection === 'orthographic', why: 'on an orthographic view' },
  {
    options: ['view'],
    when: ({ values }) => values.eye !== undefined && values.up !== undefined,
    why: 'beside --eye and --up, which are a view',
  },
  { options: ['fps'], when: ({ moves }) => !moves, why: 'on pictures that do not move' },
];

/** One line for all options that were given and change nothing, with the reasons; undefined where there are none. */
function describeIdle(given: OptionTexts, situation: Situation): string | undefined {
  const said = new Set<string>();
  const sentences = RULES.flatMap(({ options, when, why }) => {
    const idle = options.filter((name) => given[name] !== undefined && !said.has(name));
    if (idle.length === 0 || !when(situation)) return [];
    for (const name of idle) said.add(name);
    return [`--${idle.join(', --')}: ${idle.length > 1 ? 'have' : 'has'} no effect ${why}`];
  });
  return sentences.length > 0 ? sentences.join('; ') : undefined;
}

/** Says which of the given options change nothing. */
export function sayIdle(given: OptionTexts, situation: Situation): void {
  const line = describeIdle(given, situation);
  if (line !== undefined) say(line);
}
