/** Diffuse colours from the material libraries of Wavefront OBJ files. */
import { packColor } from '../../mesh/attributes/colors.js';
import { TextTokens } from '../bytes/text/text-tokens.js';

export interface MaterialLibrary {
  /** Colours, a word each, by the materials' names. */
  readonly colors: ReadonlyMap<string, number>;
  /** How many materials have an image as their colour. */
  readonly textures: number;
}

/** Reads what it understands, `newmtl` and `Kd r g b`, and leaves out the rest. */
export function parseMaterials(text: Uint8Array): MaterialLibrary {
  const tokens = new TextTokens(text);
  const colors = new Map<string, number>();
  let textures = 0;
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
    } else if (keyword === 'map_Kd') textures++;
    tokens.skipLine();
  }
  return { colors, textures };
}
