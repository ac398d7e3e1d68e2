/** Diffuse colours, and images in their place, from the material libraries of Wavefront OBJ files. */
import { packColor } from '../../../mesh/attributes/colors.js';
import { TextTokens } from '../../bytes/text/text-tokens.js';

export interface MaterialLibrary {
  /** Colours, a word each, by the materials' names. */
  readonly colors: ReadonlyMap<string, number>;
  /** Images by the materials' names. */
  readonly maps: ReadonlyMap<string, MaterialMap>;
}

/** An image that a material has on its surface. */
export interface MaterialMap {
  /** The name in the library. */
  readonly file: string;
  /** Whether it ends at its edges, instead of beginning again. */
  readonly clamps: boolean;
  /** Factors of texture coordinates; the offset is added after them. */
  readonly scale: readonly [number, number];
  readonly offset: readonly [number, number];
}

/** Reads what it understands, `newmtl`, `Kd r g b` and `map_Kd`, and leaves out the rest. */
export function parseMaterials(text: Uint8Array): MaterialLibrary {
  const tokens = new TextTokens(text);
  const colors = new Map<string, number>();
  const maps = new Map<string, MaterialMap>();
  let name = '';
  while (tokens.next()) {
    const keyword = tokens.text();
    if (keyword === 'newmtl') name = tokens.restOfLine();
    else if (keyword === 'Kd') {
      const components: number[] = [];
      while (tokens.nextInLine()) components.push(255 * (tokens.number() ?? Number.NaN));
      const [red, green = red, blue = red] = components;
      // Neither before the first material, nor the name of a spectral curve.
      if (name !== '' && red !== undefined && !Number.isNaN(red)) colors.set(name, packColor(red, green!, blue!));
    } else if (keyword.toLowerCase() === 'map_kd') {
      const map = parseMap(tokens.restOfLine());
      // Blender writes a dot for none.
      if (map.file !== '.' && map.file !== '') maps.set(name, map);
    }
    tokens.skipLine();
  }
  return { colors, maps };
}

/** Words that follow an option; those of `-o`, `-s` and `-t` are up to three numbers. */
const OPTION_WORDS: Readonly<Record<string, number>> = {
  ...{ '-blendu': 1, '-blendv': 1, '-boost': 1, '-bm': 1, '-cc': 1, '-clamp': 1, '-imfchan': 1, '-mm': 2 },
  ...{ '-texres': 1, '-type': 1, '-o': 3, '-s': 3, '-t': 3 },
};
const NUMERIC = ['-o', '-s', '-t'];

/** Source: D. Ramey, L. Rose and L. Tyerman, "MTL material format", 1995. A name may hold blanks. */
function parseMap(text: string): MaterialMap {
  let rest = text.trim();
  const given = new Map<string, readonly string[]>();
  for (;;) {
    const option = /^-\w+/.exec(rest)?.[0].toLowerCase() ?? '';
    const count = OPTION_WORDS[option];
    if (count === undefined) break;
    const words: string[] = [];
    rest = rest.slice(option.length).trimStart();
    while (words.length < count) {
      const word = /^\S+/.exec(rest)?.[0];
      if (word === undefined || (NUMERIC.includes(option) && !Number.isFinite(Number(word)))) break;
      words.push(word);
      rest = rest.slice(word.length).trimStart();
    }
    given.set(option, words);
  }
  const pair = (option: string, usual: number) => {
    const [u = usual, v = usual] = (given.get(option) ?? []).map(Number);
    return [u, v] as const;
  };
  return { file: rest, clamps: given.get('-clamp')?.[0] === 'on', scale: pair('-s', 1), offset: pair('-o', 0) };
}
