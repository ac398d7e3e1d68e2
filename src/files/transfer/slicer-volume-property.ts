/** 3D Slicer's volume properties as transfer functions: text (.vp) and JSON (.vp.json). */
import { InputError } from '../../errors.js';
import { colorPoints, opacityPoints } from '../../transfer/flat-points.js';
import { SHADING_DEFAULTS, type Shading } from '../../transfer/light/shading.js';
import { parseTransferJson } from '../../transfer/parse-transfer.js';
import {
  createTransferFunction,
  evaluateGradientOpacity,
  type OpacityPoint,
  type TransferFunction,
  type TransferFunctionInput,
} from '../../transfer/transfer-function.js';
import { type CurvePoint, type LinePoint, straightenCurves } from './vtk-curve.js';

/**
 * Reads what 3D Slicer shows a volume with: colours, opacities, gradient opacities and light. The first counts if a file has
 * several volume properties or components. Opacities are for a millimetre, unless the file says otherwise.
 * @param name of the file, for messages.
 * @throws InputError, one line that names the file.
 */
export function parseVolumeProperty(text: string, name: string): TransferFunction {
  try {
    return createTransferFunction(/^\s*\{/.test(text) ? readJson(parseTransferJson(text)) : readLines(text));
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${name}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** The lines in their order. */
const LINES = [
  'interpolation',
  'shade',
  'diffuse',
  'ambient',
  'specular',
  'specular power',
  'scalar opacity',
  'gradient opacity',
  'color',
] as const;

/** vtkVolumeProperty's, in millimetres, where the file has none. */
const DEFAULT_UNIT = 1;

/**
 * Nine lines: six numbers, and three functions, each the count of the numbers that follow, and those. Text behind "=>" is a
 * comment, as in 3D Slicer's documentation.
 */
function readLines(text: string): TransferFunctionInput {
  const lines = text.split(/\r\n|\r|\n/, LINES.length).map((line) => line.replace(/=>.*/, '').trim().split(/\s+/));
  if (lines.length < LINES.length) {
    throw new InputError(`has ${lines.length} of the ${LINES.length} lines of a volume property of 3D Slicer`);
  }
  const fail = (line: number, problem: string): never => {
    throw new InputError(`line ${line + 1}, ${LINES[line]}, ${problem}`);
  };
  const numbersOf = (line: number) =>
    lines[line]!.filter((token) => token !== '').map((token) => {
      const value = Number(token);
      return Number.isFinite(value) ? value : fail(line, `must be numbers, not "${token.slice(0, 20)}"`);
    });
  const numberOf = (line: number, ifEmpty: number) => numbersOf(line)[0] ?? ifEmpty;
  const functionOf = (line: number, width: number) => {
    const [count = 0, ...numbers] = numbersOf(line);
    if (numbers.length !== count) fail(line, `says that ${count} numbers follow, but there are ${numbers.length}`);
    if (count % width !== 0) fail(line, `must have ${width} numbers per point, but there are ${count} in all`);
    return numbers;
  };
  return toInput({
    shade: numberOf(1, 0) !== 0,
    shading: {
      diffuse: numberOf(2, SHADING_DEFAULTS.diffuse),
      ambient: numberOf(3, SHADING_DEFAULTS.ambient),
      specular: numberOf(4, SHADING_DEFAULTS.specular),
      shininess: numberOf(5, SHADING_DEFAULTS.shininess),
    },
    opacities: opacityPoints(functionOf(6, 2)),
    gradientOpacities: opacityPoints(functionOf(7, 2)),
    colors: colorPoints(functionOf(8, 4)),
    unit: DEFAULT_UNIT,
  });
}

type Json = Readonly<Record<string, unknown>>;

/** Resources/Schema/volume-property-schema-v1.0.0.json of 3D Slicer's module VolumeRendering. */
function readJson(json: unknown): TransferFunctionInput {
  const property = first(asObject(json, 'it'), 'volumeProperties', '');
  const component = first(property, 'components', 'volumeProperties[0].');
  const lighting = asObject(component['lighting'] ?? {}, 'lighting');
  const { effectiveRange } = property;
  const [low, high] = Array.isArray(effectiveRange) ? effectiveRange : [];
  return {
    ...toInput({
      shade: component['shade'] === true,
      shading: {
        diffuse: asNumber(lighting['diffuse'] ?? SHADING_DEFAULTS.diffuse, 'diffuse'),
        ambient: asNumber(lighting['ambient'] ?? SHADING_DEFAULTS.ambient, 'ambient'),
        specular: asNumber(lighting['specular'] ?? SHADING_DEFAULTS.specular, 'specular'),
        shininess: asNumber(lighting['specularPower'] ?? SHADING_DEFAULTS.shininess, 'specularPower'),
      },
      opacities: opacitiesOf(component, 'scalarOpacity'),
      gradientOpacities: component['disableGradientOpacity'] === true ? [] : opacitiesOf(component, 'gradientOpacity'),
      colors: curveOf(component, 'rgbTransferFunction', colorOf).map(({ x, y: [red, green, blue] }) => ({
        value: x,
        color: [red!, green!, blue!],
      })),
      unit: asNumber(component['scalarOpacityUnitDistance'] ?? DEFAULT_UNIT, 'scalarOpacityUnitDistance'),
    }),
    // 3D Slicer writes [0, -1] where it has none.
    ...(typeof low === 'number' && typeof high === 'number' && low < high && { window: [low, high] }),
  };
}

interface VolumeProperty extends Omit<TransferFunctionInput, 'shading' | 'gradientOpacities'> {
  readonly shade: boolean;
  readonly shading: Partial<Shading>;
  readonly gradientOpacities: readonly OpacityPoint[];
}

function toInput({ shade, shading, gradientOpacities, ...rest }: VolumeProperty): TransferFunctionInput {
  const factors = fromZero(gradientOpacities);
  return {
    ...rest,
    ...(factors.some(({ opacity }) => opacity !== 1) && { gradientOpacities: factors }),
    ...(shade && { shading }),
  };
}

/** Drops the magnitudes below 0, of which there are points in 3D Slicer's own presets. */
function fromZero(points: readonly OpacityPoint[]): readonly OpacityPoint[] {
  const sorted = [...points].sort((a, b) => a.value - b.value);
  if (!sorted.some(({ value }) => value < 0)) return sorted;
  const atZero = { value: 0, opacity: evaluateGradientOpacity({ gradientOpacities: sorted }, 0) };
  return [atZero, ...sorted.filter(({ value }) => value > 0)];
}

function opacitiesOf(component: Json, key: string): OpacityPoint[] {
  if (component[key] === undefined) return [];
  const valuesOf = (point: Json, what: string) => [asNumber(point['y'], `${what}.y`)];
  return curveOf(component, key, valuesOf).map(({ x, y }) => ({ value: x, opacity: y[0]! }));
}

function colorOf({ color }: Json, what: string): readonly number[] {
  if (!Array.isArray(color) || color.length !== 3) throw new InputError(`${what}.color must be three numbers`);
  return color.map((channel) => asNumber(channel, `${what}.color`));
}

function curveOf(
  component: Json,
  key: string,
  valuesOf: (point: Json, what: string) => readonly number[],
): LinePoint[] {
  const { points } = asObject(component[key], key);
  if (!Array.isArray(points)) throw new InputError(`${key}.points must be a list`);
  const curve = points.map((value: unknown, index): CurvePoint => {
    const what = `${key}.points[${index}]`;
    const point = asObject(value, what);
    return {
      x: asNumber(point['x'], `${what}.x`),
      y: valuesOf(point, what),
      midpoint: asNumber(point['midpoint'] ?? 0.5, `${what}.midpoint`),
      sharpness: asNumber(point['sharpness'] ?? 0, `${what}.sharpness`),
    };
  });
  return straightenCurves(curve.sort((a, b) => a.x - b.x));
}

function first(parent: Json, key: string, path: string): Json {
  const list = parent[key];
  if (!Array.isArray(list) || list.length === 0) {
    throw new InputError(`${path}${key} must be a list of at least one object`);
  }
  return asObject(list[0], `${path}${key}[0]`);
}

function asObject(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(`${what} must be an object`);
  }
  return value as Json;
}

function asNumber(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new InputError(`${what} must be a number`);
  return value;
}
