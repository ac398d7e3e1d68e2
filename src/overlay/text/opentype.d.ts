/** The little of opentype.js that the build uses; its package has no types. */
declare module 'opentype.js' {
  /** SVG's commands: M, L, Q, C and Z. */
  interface PathCommand extends Readonly<Partial<Record<'x1' | 'y1' | 'x2' | 'y2' | 'x' | 'y', number>>> {
    readonly type: string;
  }
  interface Path {
    readonly commands: readonly PathCommand[];
  }
  interface Glyph {
    readonly advanceWidth: number;
    getPath(x: number, y: number, size: number): Path;
  }
  interface Font {
    readonly unitsPerEm: number;
    readonly tables: { readonly os2: { readonly sCapHeight: number } };
    charToGlyph(character: string): Glyph;
    charToGlyphIndex(character: string): number;
  }
  const opentype: { parse(file: ArrayBuffer): Font };
  export default opentype;
}
