/** Follows light backwards along random paths, in float64: what wgsl/cast/path computes, plain and slow. */
import { type Camera, cameraBasis, heightAtTarget, type ImageSize, rayThroughPixel } from '../../camera/camera.js';
import { transformPoint, transformVector } from '../../math/affine.js';
import { clipToBox } from '../../math/clip-ray.js';
import { type HalfSpace, keepsPoint } from '../../math/half-space.js';
import { decodeSrgb } from '../../math/srgb.js';
import {
  add,
  addScaled,
  distance,
  dot,
  length,
  mapVec3,
  normalize,
  scale,
  subtract,
  type Vec3,
} from '../../math/vec3.js';
import { isSeeThrough } from '../../mesh/materials/surface-material.js';
import {
  type LightSpace,
  mediumAlbedo,
  scatterCosine,
  similarAlbedo,
  surfaceAlbedo,
} from '../../transfer/light/albedo.js';
import { type Coat, coatAlbedos } from '../../transfer/light/coat.js';
import { type Environment, type FORMULAS, FULL_SURFACE_CHANGE, meanLight } from '../../transfer/light/environment.js';
import type { Lamp } from '../../transfer/light/lamps.js';
import type { ShadowCatcher } from '../../transfer/light/shadow-catcher.js';
import type { TransferFunction } from '../../transfer/transfer-function.js';
import type { Grid } from '../../volume/grids/union-grid.js';
import type { Mask } from '../../volume/mask.js';
import { smallestSpacing, type Volume, worldToIndex } from '../../volume/volume.js';
import type { FaceHit } from '../mesh/find-hits.js';
import { listFaces, type StyledMesh } from '../mesh/mesh-faces.js';
import { surfaceColor } from '../mesh/shade-mesh.js';
import { emissionOfMaterial, finishOfMaterial, opacityOfMaterial } from '../mesh/surface-finish.js';
import { materialOpacityOf, meetSurface } from '../mesh/surface-hit.js';
import { hitsAlong, listTriangles } from '../mesh/triangle-list.js';
import type { FusedVolume } from '../scene-options.js';
import { sampleGrid } from '../volume/samples/sample-grid.js';
import { createGradient } from '../volume/shading/gradient.js';
import { createCatchShadow, groundDistance } from './catch-shadow.js';
import { aboutNormal, fromAxis, scatterOn } from './coated-surface.js';
import { createDensity, createFusedDensity, type Density, isInBox } from './density.js';
import { createEnvironmentLight, createEnvironmentSeen } from './environment.js';
import { createPathRandom, type Random, seedOf, stratified } from './random.js';
import { isMatt, sendOn } from './send-on.js';

export interface PathOptions extends ImageSize {
  readonly camera: Camera;
  readonly paths: number;
  readonly seed: number;
  readonly environment: Exclude<Environment, string> | (typeof FORMULAS)[number];
  /** Lamps of the camera; default: none. */
  readonly cameraLamps?: readonly Lamp[] | undefined;
  /** Whether paths that meet nothing see the light around; default: nothing is there. */
  readonly showsEnvironment?: boolean | undefined;
  /** A ground of which nothing but shadows is seen; default: none. */
  readonly shadowCatcher?: ShadowCatcher | undefined;
  /** Default linear. */
  readonly lightSpace?: LightSpace | undefined;
  /** Mean cosine of the angle by which media scatter light; default 0. */
  readonly anisotropy?: number | undefined;
  /** Default: none. */
  readonly coat?: Coat | undefined;
  /** Diameter of the lens, in the world; default 0. */
  readonly aperture?: number | undefined;
  /** World distance of what is in focus; default: the target's. */
  readonly focusDistance?: number | undefined;
  /** The most light, as the mean of its channels, that a path may bring of one place after two and more scatterings; default: any. */
  readonly mostIndirect?: number | undefined;
  readonly volume?: Volume;
  readonly finest?: Grid | undefined;
  readonly transfer?: TransferFunction;
  readonly clip?: readonly HalfSpace[];
  readonly mask?: Mask;
  readonly fused?: readonly FusedVolume[] | undefined;
  readonly meshes?: readonly StyledMesh[];
}

/** A mean over the paths of a pixel, and how far it may be from what ever more of them come to. */
export interface PathImage {
  /** Red, green and blue times opacity, and opacity; rows from the top. */
  readonly means: Float64Array;
  /** Standard errors of the means. */
  readonly errors: Float64Array;
  /** Means of the albedo, the depth, in heights of the image at the camera's target, and the normal of what the paths meet first. */
  readonly guides: Float64Array;
}

const MAX_BOUNCES = 512;
const SURE_BOUNCES = 3;
const STRATIFIED_BOUNCES = 4;
/** Seeds of points beyond those of bounces, as wgsl/cast/path/path.wgsl has them. */
const LENS_SEED = 3 * (STRATIFIED_BOUNCES + 1);
const FREE_PATH_SEED = LENS_SEED + 3 * (STRATIFIED_BOUNCES + 1);

interface Path {
  readonly origin: Vec3;
  readonly direction: Vec3;
  readonly weight: Vec3;
  /** The surface or medium that scattered it last. */
  readonly met?: Scatterer;
  /** Light that it found there. */
  readonly emitted?: Vec3;
}

interface Scatterer {
  readonly albedo: Vec3;
  /** Towards the side that light goes on to; shorter in a medium the less its density changes. */
  readonly normal: Vec3;
}

/** Numbers of a bounce that are spread evenly over the paths of a pixel. */
interface Draws {
  /** The point of the unit square by which a path is scattered. */
  readonly point: () => readonly [number, number];
  /** The number by which the length of its first free path is drawn. */
  readonly freePath: () => number;
}

/** Takes a path to where it is scattered next; undefined where it leaves the scene. */
type Scatter = (path: Path, random: Random, draws: Draws, longest: number) => Path | undefined;

export function tracePaths(options: PathOptions): PathImage {
  const { camera, width, height, paths, seed, environment } = options;
  const surroundings = createEnvironmentLight(environment, camera, options.cameraLamps);
  const seen = createEnvironmentSeen(environment, camera);
  const { shadowCatcher, showsEnvironment } = options;
  const scatter = createScatter(options);
  const catchShadow = createCatchShadow(shadowCatcher, surroundings, (ray, random) => {
    const draws: Draws = { point: () => [random(), random()], freePath: random };
    return scatter({ ...ray, weight: [1, 1, 1] }, random, draws, Infinity) !== undefined;
  });
  const background = (path: Path, random: Random) => {
    const shadow = catchShadow(path, random);
    return showsEnvironment ? [...scale(seen(path.direction), 1 - shadow), 1] : [0, 0, 0, shadow];
  };
  const means = new Float64Array(4 * width * height);
  const errors = new Float64Array(4 * width * height);
  const guides = new Float64Array(7 * width * height);
  const near = 1 / paths / heightAtTarget(camera);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const pixelSeed = seedOf([x, y], 0, ~seed);
    const found = Array.from({ length: paths }, (_, path) => {
      const random = createPathRandom([x, y], path, seed);
      const spread = (seed: number) => stratified(path, paths, (pixelSeed + seed) >>> 0);
      const drawsAt = (bounce: number): Draws =>
        bounce < STRATIFIED_BOUNCES
          ? { point: () => spread(3 * (bounce + 1)), freePath: () => spread(FREE_PATH_SEED + 3 * bounce)[0] }
          : { point: () => [random(), random()], freePath: random };
      const [across, down] = stratified(path, paths, pixelSeed);
      const pinhole = rayThroughPixel(camera, { width, height }, x - 0.5 + across, y - 0.5 + down);
      const ray = throughLens(options, pinhole, spread(LENS_SEED));
      const step: StepOn = (from, bounce) => {
        const longest = bounce === 0 ? groundDistance(shadowCatcher, from) : Infinity;
        const next = scatter(from, random, drawsAt(bounce), longest);
        if (bounce === 0 && next?.met) {
          const { albedo, normal } = next.met;
          const depth = length(addScaled(next.origin, ray.origin, -1));
          for (const [index, value] of [
            ...scale(albedo, 1 / paths),
            near * depth,
            ...scale(normal, 1 / paths),
          ].entries())
            guides[7 * pixel + index]! += value;
        }
        return next;
      };
      const around = { surroundings, background, mean: meanLight(environment), mostIndirect: options.mostIndirect };
      return follow({ ...ray, weight: [1, 1, 1] }, random, step, around);
    });
    for (let channel = 0; channel < 4; channel++) {
      const mean = found.reduce((sum, color) => sum + color[channel]!, 0) / paths;
      const squares = found.reduce((sum, color) => sum + (color[channel]! - mean) ** 2, 0);
      means[4 * pixel + channel] = mean;
      errors[4 * pixel + channel] = Math.sqrt(squares / (paths - 1) / paths);
    }
  }
  return { means, errors, guides };
}

/** The ray from a point of the lens to where the ray through its middle is in focus. */
function throughLens(
  { camera, aperture = 0, focusDistance = distance(camera.eye, camera.target) }: PathOptions,
  { origin, direction }: { readonly origin: Vec3; readonly direction: Vec3 },
  [u, v]: readonly [number, number],
) {
  if (aperture === 0) return { origin, direction };
  const { right, up, forward } = cameraBasis(camera);
  const radius = (aperture / 2) * Math.sqrt(u);
  const across = scale(right, radius * Math.cos(2 * Math.PI * v));
  const from = add(origin, addScaled(across, up, radius * Math.sin(2 * Math.PI * v)));
  const sharp = addScaled(origin, direction, focusDistance / dot(direction, forward));
  return { origin: from, direction: normalize(subtract(sharp, from)) };
}

/** Light for paths that leave the scene. */
interface Around {
  readonly surroundings: (direction: Vec3) => Vec3;
  /** The colour and opacity of those that met nothing. */
  readonly background: (path: Path, random: Random) => readonly number[];
  readonly mean: Vec3;
  readonly mostIndirect?: number | undefined;
}

type StepOn = (path: Path, bounce: number) => Path | undefined;

function follow(
  start: Path,
  random: Random,
  scatter: StepOn,
  { surroundings, background, mean, mostIndirect = Infinity }: Around,
): readonly number[] {
  let path = start;
  let light: Vec3 = [0, 0, 0];
  const withFound = (share: Vec3, found: Vec3, bounces: number) => {
    const brought = mapVec3(found, (value, channel) => value * share[channel]);
    const most = bounces < 2 ? Infinity : mostIndirect;
    return addScaled(light, brought, Math.min(1, most / Math.max((brought[0] + brought[1] + brought[2]) / 3, 1e-300)));
  };
  for (let bounce = 0; bounce < MAX_BOUNCES; bounce++) {
    const next = scatter(path, bounce);
    if (!next) {
      if (bounce === 0) return background(path, random);
      return [...withFound(path.weight, surroundings(path.direction), bounce), 1];
    }
    if (next.emitted) light = withFound(path.weight, next.emitted, bounce);
    path = next;
    if (bounce === MAX_BOUNCES - 1) return [...withFound(path.weight, mean, bounce + 1), 1];
    if (bounce >= SURE_BOUNCES) {
      const share = Math.min(Math.max(...path.weight), 1);
      if (random() >= share) break;
      path = { ...path, weight: scale(path.weight, 1 / share) };
    }
  }
  return [...light, 1];
}

/** Sends light on from a surface: where to, and with which factor. */
type ScatterAt = (
  normal: Vec3,
  arrived: Vec3,
  reflected: Vec3,
  point: readonly [number, number],
  random: Random,
) => { readonly direction: Vec3; readonly weight: Vec3 };

function createSurface({ coat }: Pick<PathOptions, 'coat'>): ScatterAt {
  if (!coat) return (normal, _, weight, [u, v]) => ({ direction: aboutNormal(u, v, normal), weight });
  const albedos = coatAlbedos(coat);
  return (normal, arrived, reflected, point, random) =>
    scatterOn({ normal, seen: scale(arrived, -1), reflected, coat, albedos }, point, random());
}

const spotOf = ({ face: { mesh, triangle }, u, v }: FaceHit) => ({ mesh, point: { triangle, u, v }, pixelWidth: 0 });

/** The finish of a mesh, or else of its material there. */
const finishAt = (hit: FaceHit) => hit.face.finish ?? finishOfMaterial(spotOf(hit));

/** A face that a path meets along a direction. */
interface MetFace {
  /** Normals of the triangle and of the shading on the side that is seen. */
  readonly facing: Vec3;
  readonly outward: Vec3;
  readonly reflected: Vec3;
  readonly hit: FaceHit;
  readonly direction: Vec3;
}

/** Maps a channel of a colour to the light that it reflects. */
const createReflect = ({ lightSpace = 'linear' }: Pick<PathOptions, 'lightSpace'>) =>
  lightSpace === 'linear' ? decodeSrgb : (channel: number) => channel;

function createScatter(options: PathOptions): Scatter {
  const { volume, transfer, meshes = [] } = options;
  const reflect = createReflect(options);
  const scatterAt = createSurface(options);
  const medium = volume && transfer ? createMedium({ ...options, volume, transfer }) : undefined;
  const triangles = listTriangles(listFaces(meshes, { smooth: true, meshColor: [0.8, 0.8, 0.8] }));
  const isTranslucent = meshes.some(
    ({ mesh, opacity = 1 }) => opacity < 1 || mesh.materials?.list.some(isSeeThrough) === true,
  );
  const sendFrom = ({ facing, outward, reflected, hit, direction }: MetFace, draws: Draws, random: Random) => {
    const { normal } = hit.face;
    const finish = finishAt(hit);
    if (!finish) return { ...scatterAt(outward, direction, reflected, draws.point(), random), side: facing };
    const [point, others, events] = [draws.point(), [random(), random()], [random(), random()]] as const;
    const seen = scale(direction, -1);
    const isWithin = dot(normal, direction) > 0;
    const surface = { finish, normal: outward, side: facing, seen, color: reflected, isWithin };
    return isMatt(finish) ? sendOn(surface, others, point, events) : sendOn(surface, point, others, events);
  };
  return (path, random, draws, longest) => {
    const { origin, direction, weight } = path;
    const met = hitsAlong(triangles, path).find((one) => {
      const isGlass = (finishAt(one)?.transmission ?? 0) > 0;
      const own = isGlass ? opacityOfMaterial(spotOf(one)) : materialOpacityOf(meetSurface(one, path, 0));
      const opacity = one.face.opacity * own;
      return !isTranslucent || random() < opacity;
    });
    const hit = met && met.t < longest ? met : undefined;
    const collision = medium?.(path, hit?.t ?? longest, random, draws);
    if (collision) return collision;
    if (!hit) return undefined;
    const { facing, shadingNormal, face } = meetSurface(hit, path, 0);
    const outward = dot(shadingNormal, facing) < 0 ? scale(shadingNormal, -1) : shadingNormal;
    const color = surfaceColor(face.mesh, { triangle: face.triangle, u: hit.u, v: hit.v }, face.plainColor, 0);
    const sent = sendFrom({ facing, outward, reflected: mapVec3(color, reflect), hit, direction }, draws, random);
    const { direction: next, side } = sent;
    const lift = dot(next, side);
    return {
      origin: addScaled(addScaled(origin, direction, hit.t), side, 1e-6 * hit.t),
      direction: lift < 0 ? addScaled(next, side, -2 * lift) : next,
      weight: mapVec3(weight, (share, channel) => share * sent.weight[channel]),
      met: { albedo: color, normal: outward },
      emitted: emissionOfMaterial(spotOf(hit), reflect),
    };
  };
}

/** The next collision with what there is of volumes, as far as a world distance: Woodcock's method. */
function createMedium({
  volume,
  finest,
  transfer,
  clip = [],
  mask,
  fused = [],
  lightSpace,
  anisotropy = 0,
  coat,
}: PathOptions & { readonly volume: Volume; readonly transfer: TransferFunction }) {
  const grid = sampleGrid(volume, fused);
  const toGrid = worldToIndex(grid);
  const toIndex = worldToIndex(volume);
  const gradientAt = createGradient(volume, finest);
  const densities = [createDensity({ volume, finest, transfer, mask }), ...fused.map(createFusedDensity)];
  const halfUnit = smallestSpacing(volume) / 2;
  const reflect = createReflect({ lightSpace });
  const scatterAt = createSurface({ coat });
  const surfaceChange = (point: Vec3, normal: Vec3) => {
    const { ownAt } = densities[0]!;
    const [before, behind] = [ownAt(addScaled(point, normal, -halfUnit)), ownAt(addScaled(point, normal, halfUnit))];
    return (FULL_SURFACE_CHANGE * (behind - before)) / Math.max(behind + before, 1e-30);
  };
  const majorant = densities.reduce((sum, { greatest }) => sum + greatest, 0);
  const densityAt = (point: Vec3): Density | undefined => {
    if (!clip.every((halfSpace) => keepsPoint(halfSpace, point))) return undefined;
    const found = densities
      .map(({ at }) => at(point))
      .filter((one) => one !== undefined && one.extinction > 0) as Density[];
    const extinction = found.reduce((sum, one) => sum + one.extinction, 0);
    const color = found.reduce<Vec3>((sum, one) => addScaled(sum, one.color, one.extinction / extinction), [0, 0, 0]);
    return { color, extinction };
  };
  return ({ origin, direction, weight }: Path, longest: number, random: Random, draws: Draws): Path | undefined => {
    const [enter, leave] = clipToBox(grid.sizes, transformPoint(toGrid, origin), transformVector(toGrid, direction));
    for (let t = enter, number = draws.freePath(); ; number = random()) {
      t -= Math.log(1 - number) / majorant;
      if (!(t < Math.min(leave, longest))) return undefined;
      const point = addScaled(origin, direction, t);
      const density = densityAt(point);
      if (random() * majorant >= (density?.extinction ?? 0)) continue;
      const index = transformPoint(toIndex, point);
      const gradient = gradientAt(index);
      const [u, v] = draws.point();
      const normal = scale(gradient, 1 / (length(gradient) || 1));
      // The first volume's surfaces alone are lit as such.
      const canBe = fused.length === 0 || isInBox(volume, index);
      const change = canBe ? surfaceChange(point, normal) : 0;
      const isSurface = random() < Math.abs(change);
      const outward = scale(normal, change > 0 ? -1 : 1);
      const met = { albedo: density!.color, normal: scale(outward, Math.min(1, Math.abs(change))) };
      const reflectance = mapVec3(density!.color, reflect);
      const sent = isSurface
        ? scatterAt(outward, direction, mapVec3(reflectance, surfaceAlbedo), [u, v], random)
        : {
            direction: aboutDirection(u, v, direction, anisotropy),
            weight: mapVec3(reflectance, (channel) => similarAlbedo(mediumAlbedo(channel), anisotropy)),
          };
      return {
        origin: point,
        met,
        direction: sent.direction,
        weight: mapVec3(weight, (share, channel) => share * sent.weight[channel]),
      };
    }
  };
}

function aboutDirection(u: number, v: number, direction: Vec3, anisotropy: number): Vec3 {
  const height = scatterCosine(u, anisotropy);
  const radius = Math.sqrt(Math.max(0, 1 - height * height));
  const local: Vec3 = [radius * Math.cos(2 * Math.PI * v), radius * Math.sin(2 * Math.PI * v), height];
  return anisotropy === 0 ? local : fromAxis(local, direction);
}
