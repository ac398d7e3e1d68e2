/** The font's outlines, which vite.config.ts takes out of its file. */
declare module 'virtual:further-outlines' {
  export const OUTLINES: import('./font.js').FontOutlines;
}
declare module 'virtual:font-outlines' {
  export const OUTLINES: import('./font.js').FontOutlines;
}
