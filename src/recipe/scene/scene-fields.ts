/** The kinds of fields of a choice that options set, each with what its option's text is. */
import { RENDER_DEFAULTS, type Shading } from '../../index.js';
import {
  type FrameSettings,
  type FusedStyle,
  MESH_STYLE_DEFAULTS,
  type MeshStyle,
  meshStyleOf,
  type Patch,
  SCENE_CHOICE_DEFAULTS,
  type SceneChoice,
} from './scene-choice.js';

/** The inputs that options are given once for each of. */
export interface InputCounts {
  readonly meshes: number;
  /** Volumes after the first. */
  readonly fused: number;
  /** The file of the mask. */
  readonly mask: string | undefined;
}

type OptionText = string | boolean | readonly string[];

/** Reads an option's value into a choice, and writes it again. */
export interface SceneField<Value> {
  readonly read: (value: Value, before: SceneChoice) => Patch<SceneChoice>;
  /** The text of the option; undefined where the choice is the default. */
  readonly write: (choice: SceneChoice, counts: InputCounts) => OptionText | undefined;
}

type Format<Value> = (value: Value) => OptionText;

/** Numbers by commas, words, and whether something is on. */
export const formatPlain = (value: unknown): string | boolean =>
  typeof value === 'boolean' ? value : Array.isArray(value) ? value.join(',') : String(value);

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

type ValueOf<Name extends keyof SceneChoice> = NonNullable<SceneChoice[Name]>;

/** An option whose value is a field. */
export function field<const Name extends keyof SceneChoice, Value = ValueOf<Name>>(
  name: Name,
  { parse, format = formatPlain }: { parse?: (value: Value) => ValueOf<Name>; format?: Format<ValueOf<Name>> } = {},
): SceneField<Value> {
  return {
    read: (value) => ({ [name]: parse ? parse(value) : value }),
    write: (choice) => {
      const value = choice[name];
      return value === undefined || isSame(value, SCENE_CHOICE_DEFAULTS[name])
        ? undefined
        : format(value as ValueOf<Name>);
    },
  };
}

/** A part of the light. */
export const lightField = <const Name extends keyof Shading>(
  name: Name,
  format: Format<Shading[Name]> = formatPlain,
): SceneField<Shading[Name]> => ({
  read: (value, { shading }) => ({ shading: { ...shading, [name]: value } }),
  write: ({ shading }) => {
    const value = shading[name];
    return value === undefined ? undefined : format(value as Shading[Name]);
  },
});

/** A setting of frames. @param usual where it needs no option. */
export const settingField = <const Name extends keyof FrameSettings, Value = NonNullable<FrameSettings[Name]>>(
  name: Name,
  usual?: NonNullable<FrameSettings[Name]>,
  {
    parse,
    format = formatPlain,
  }: { parse?: (value: Value) => unknown; format?: Format<NonNullable<FrameSettings[Name]>> } = {},
): SceneField<Value> => ({
  read: (value, { settings }) => ({ settings: { ...settings, [name]: parse ? parse(value) : value } }),
  write: ({ settings }) => {
    const value = settings[name];
    return value === undefined || value === usual ? undefined : format(value);
  },
});

/** A setting of paths of light, which recipes name whatever it is: pictures by paths without it are of times when there was none. */
export const pathSettingField = <const Name extends 'tone' | 'lightSpace'>(
  name: Name,
): SceneField<NonNullable<FrameSettings[Name]>> => ({
  read: (value, { settings: { [name]: _, ...settings } }) => ({
    settings: value === RENDER_DEFAULTS[name] ? settings : { ...settings, [name]: value },
  }),
  write: ({ quality, settings }) => (quality === 'path' ? (settings[name] ?? RENDER_DEFAULTS[name]) : undefined),
});

/** An option with one value for all meshes, or one for each: of recipes for each that is visible. */
export function meshField<const Name extends keyof MeshStyle, Value = NonNullable<MeshStyle[Name]>>(
  name: Name,
  {
    parse,
    format = formatPlain,
    none,
  }: {
    parse?: (value: Value) => MeshStyle[Name];
    format?: (value: NonNullable<MeshStyle[Name]>) => string | boolean;
    /** The text of a mesh without a value beside others that have one; without it all have one, or none. */
    none?: string;
  } = {},
): SceneField<readonly Value[]> {
  const usual = (MESH_STYLE_DEFAULTS as Partial<MeshStyle>)[name];
  return {
    read: (values, { meshes, meshStyle }) => {
      const styles = values.map((value) => ({ [name]: parse ? parse(value) : value }));
      if (styles.length === 1)
        return { meshStyle: { ...meshStyle, ...styles[0] }, meshes: meshes.map((mesh) => ({ ...mesh, ...styles[0] })) };
      const changed = styles.map((style, index) => ({
        ...(meshes[index] ?? { ...MESH_STYLE_DEFAULTS, ...meshStyle }),
        ...style,
      }));
      return { meshes: [...changed, ...meshes.slice(changed.length)] };
    },
    write: (choice, { meshes }) => {
      const styles = Array.from({ length: meshes }, (_, index) => meshStyleOf(choice, index));
      const values = styles.filter(({ visible }) => visible).map((style) => style[name]);
      const isGiven = none === undefined ? values.every((value) => value !== undefined) : values.some(Boolean);
      if (values.length === 0 || !isGiven || values.every((value) => isSame(value, usual))) return undefined;
      return values.map((value) =>
        value === undefined ? none! : String(format(value as NonNullable<MeshStyle[Name]>)),
      );
    },
  };
}

/** An option with one value for all volumes after the first, or one for each. */
export function fusedField<Value>(
  read: (value: Value) => FusedStyle,
  write: (style: FusedStyle) => string | undefined,
): SceneField<readonly Value[]> {
  return {
    read: (values, { fused }) => {
      const count = Math.max(values.length, fused.length);
      return {
        fused: Array.from({ length: count }, (_, index) => ({
          ...(fused[index] ?? fused.at(-1)),
          ...read(values[index] ?? values.at(-1)!),
        })),
      };
    },
    write: ({ fused }, counts) => {
      if (counts.fused < 1 || fused.length === 0) return undefined;
      const texts = Array.from({ length: counts.fused }, (_, index) => write(fused[index] ?? fused.at(-1)!));
      return texts.every((text) => text !== undefined) ? texts : undefined;
    },
  };
}
