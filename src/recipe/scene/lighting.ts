/** The light that options and documents ask for: one rule for the command line and the viewer. */
import {
  type AmbientOcclusion,
  type Background,
  createShading,
  createSky,
  type Environment,
  KEY_LIGHT,
  type Light,
  parseLight,
  SHADING_DEFAULTS,
  type Shading,
  type TransferFunction,
} from '../../index.js';
import { DERIVED_LIGHT, isLightList } from '../../lab.js';
import type { Parts } from './parts.js';
import type { SceneChoice } from './scene-choice.js';
import type { SceneData } from './scene-data.js';

/** The fields that say what light there is. */
type Lighting = Pick<SceneChoice, 'shade' | 'shading' | 'shadows' | 'occlusionRays'>;

const isOccluded = ({ occlusionRays }: Pick<Lighting, 'occlusionRays'>) => occlusionRays > 0;

/** Ambient light that is darkened by ambient occlusion has to be there. */
export const OCCLUDED_LIGHT = { ambient: 0.5, diffuse: 0.4 } as const;
/** Meshes alone keep more of the key light, which shapes them: the other looks washed out, and as grainy as its rays are few. */
const OCCLUDED_MESHES = { ambient: 0.3, diffuse: 0.6 } as const;
/**
 * The light of meshes where no volume is: a key light from the camera's upper left, and a headlight strong enough that what is
 * turned away from it stands out from a dark background. Beside a volume, meshes have the volume's light.
 */
export const MESH_LIGHT = '@-0.5,0.6,0.8:0.7/headlight:0.45';
/** That light at twice the strength, for meshes whose own colours are dark, as a photographer lights them. */
export const DARK_MESH_LIGHT = '@-0.5,0.6,0.8:1.5/headlight:1';

/** Colours as they are. */
const UNLIT = { ambient: 1, diffuse: 0, specular: 0 } as const;

/** The chosen light, with what it entails. */
const chosenLight = (choice: Lighting): Partial<Shading> => ({
  ...(isOccluded(choice) && OCCLUDED_LIGHT),
  // Shadows need a light from somewhere else than the eye.
  ...(choice.shadows && { light: KEY_LIGHT }),
  ...choice.shading,
});

/** The default of a share of light, in words: it depends on what is lit. */
export function describeShare(name: 'ambient' | 'diffuse' | 'specular' | 'shininess'): string {
  const [usual, derived] = [SHADING_DEFAULTS[name], DERIVED_LIGHT[name]];
  const occluded =
    name in OCCLUDED_LIGHT
      ? `, ${OCCLUDED_LIGHT[name as keyof typeof OCCLUDED_LIGHT]} with --ambient-occlusion (${OCCLUDED_MESHES[name as keyof typeof OCCLUDED_MESHES]} of meshes alone)`
      : '';
  const onDark = name in OCCLUDED_LIGHT ? ' or, on dark surfaces, more' : '';
  const own = derived === usual ? '' : `, ${derived}${onDark} for composites without --transfer`;
  return `default ${usual}${own}${occluded}, or as the transfer function says`;
}

/**
 * Lighting of a volume, whatever is beside it; undefined where it is not lit. The transfer function's own lighting, if it has
 * one, stands in for what is not given.
 */
export function lightVolume(choice: Lighting, { shading }: Pick<TransferFunction, 'shading'>): Shading | undefined {
  const isAsked = Object.keys(choice.shading).length > 0 || isOccluded(choice) || choice.shadows;
  const isLit = choice.shade ?? (shading !== undefined || isAsked);
  return isLit ? createShading({ ...shading, ...chosenLight(choice) }) : undefined;
}

/** The meshes that a light is for. */
export interface LitMeshes {
  /** Whether no volume is among the inputs. */
  readonly isAlone: boolean;
  /** Whether their own colours are dark. */
  readonly areDark: boolean;
}

/** Lighting of meshes, which are lit unless light is off. */
export function lightMeshes(choice: Lighting, meshes: LitMeshes): Shading {
  if (choice.shade === false) return createShading(UNLIT);
  const { light } = defaultLight(choice, meshes);
  return createShading({
    ...(light !== undefined && { light: parseLight(light) }),
    ...(isOccluded(choice) && light !== undefined ? { ...OCCLUDED_MESHES, ...choice.shading } : chosenLight(choice)),
  });
}

/**
 * The light that recipes name although nobody asked for it, since recipes that name none are of the light at the eye, and those
 * that name it with occlusion and no shares are of times when these were a volume's. Paths have other light.
 */
export const nameLight = (choice: Lighting & Pick<SceneChoice, 'quality'>, meshes: LitMeshes): NamedLight =>
  choice.quality === 'path' ? {} : defaultLight(choice, meshes);

interface NamedLight {
  readonly light?: string;
  readonly ambient?: string;
  readonly diffuse?: string;
}

function defaultLight(
  { shade, shadows, shading, occlusionRays }: Lighting,
  { isAlone, areDark }: LitMeshes,
): NamedLight {
  if (!isAlone || shade === false || shadows || shading.light !== undefined) return {};
  const light = areDark ? DARK_MESH_LIGHT : MESH_LIGHT;
  if (!isOccluded({ occlusionRays })) return { light };
  const { ambient, diffuse } = OCCLUDED_MESHES;
  return {
    light,
    ...(shading.ambient === undefined && { ambient: String(ambient) }),
    ...(shading.diffuse === undefined && { diffuse: String(diffuse) }),
  };
}

/** The light around a scene; undefined where it is the renderer's choice. */
export function describeEnvironment(
  parts: Parts,
  choice: SceneChoice,
  data: Pick<SceneData, 'environment'>,
): Environment | undefined {
  const { environment, sunAzimuth, sunElevation, turbidity } = choice;
  const isOwn = [sunAzimuth, sunElevation, turbidity].some((value) => value !== undefined);
  if (environment !== 'sky' || !isOwn) return environment ?? data.environment ?? (hasLamps(choice) ? 'dim' : undefined);
  return parts.keep('sky', [sunAzimuth, sunElevation, turbidity], () =>
    createSky({ azimuthDegrees: sunAzimuth, elevationDegrees: sunElevation, turbidity }),
  );
}

/** Lights that are chosen are lamps of paths; others have the shading's. */
const hasLamps = ({ quality, shading }: Pick<SceneChoice, 'quality' | 'shading'>) =>
  quality === 'path' && shading.light !== undefined;

/** The lamps of paths, each of its own size unless one for all is chosen; undefined where the light around is all there is. */
export function describeLamps(parts: Parts, choice: SceneChoice): readonly Light[] | undefined {
  const { shading, lightDegrees } = choice;
  const { light } = shading;
  if (light === undefined || !hasLamps(choice)) return undefined;
  return parts.keep('lamps', [light, lightDegrees], () => {
    const lights = isLightList(light) ? light : [{ direction: light }];
    return lightDegrees > 0 ? lights.map((one) => ({ ...one, sizeDegrees: lightDegrees })) : lights;
  });
}

/** The background, which is black where light around would be seen by other qualities than paths. */
export const describeBackground = ({ background, quality }: Pick<SceneChoice, 'background' | 'quality'>): Background =>
  background === 'environment' && quality !== 'path' ? BLACK : background;

/** A constant, since a renderer knows a scene again by its parts. */
const BLACK = [0, 0, 0] as const;

/** Undefined where ambient light is not occluded. */
export function describeOcclusion(
  parts: Parts,
  { occlusionRays, occlusionDistance }: Pick<SceneChoice, 'occlusionRays' | 'occlusionDistance'>,
): AmbientOcclusion | undefined {
  if (occlusionRays === 0) return undefined;
  return parts.keepFields('occlusion', { rays: occlusionRays, distance: occlusionDistance });
}
