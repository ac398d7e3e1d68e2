/** Each option of a document: kept by saved views and addresses, and said in the command line's words by recipes. */
import { describe, expect, it } from 'vitest';
import { checkRecipe } from '../../../src/recipe/recipe.js';
import { SCENE_OPTIONS, type SceneOption } from '../../../src/recipe/scene/choose-scene.js';
import { patched } from '../../../src/recipe/scene/scene-choice.js';
import { ATTRIBUTES, readAttribute } from '../../../src/viewer/attributes.js';
import { DOCUMENT_DEFAULTS, type ViewerDocument } from '../../../src/viewer/document/document.js';
import { formatDocument } from '../../../src/viewer/document/format-document.js';
import { parseViewerDocument } from '../../../src/viewer/document/parse-document.js';
import { formatShare, parseShare } from '../../../src/viewer/document/share.js';
import { EXAMPLES } from '../../recipe/option-examples.js';

/** Options that others need to mean anything. */
const BEHIND: Readonly<Partial<Record<SceneOption, string>>> = {
  environment: 'quality=path',
  'sun-azimuth': 'quality=path environment=sky',
  'sun-elevation': 'quality=path environment=sky',
  turbidity: 'quality=path environment=sky',
  noise: 'quality=path',
  denoise: 'quality=path',
  seed: 'quality=path',
  exposure: 'quality=path',
  tone: 'quality=path',
  'light-space': 'quality=path',
  anisotropy: 'quality=path',
  coat: 'quality=path',
  aperture: 'quality=path',
  'focus-distance': 'quality=path',
  'coat-roughness': 'quality=path',
  'clamp-indirect': 'quality=path',
  'label-smoothing': 'label-surfaces=true',
  underlay: 'values=a',
  colormap: 'values=a',
  range: 'values=a',
  'light-size': 'shadows=true',
  'occlusion-distance': 'ambient-occlusion=8',
};

function apply(document: ViewerDocument, name: string, text: string): ViewerDocument {
  const { document: patch } = readAttribute(name, text, document);
  return patched(document, patch!);
}

function documentOf(name: SceneOption): ViewerDocument {
  const others = (BEHIND[name] ?? '').split(' ').filter((part) => part !== '');
  const { text } = EXAMPLES[name];
  const before = others.reduce((document, part) => {
    const [other, value] = part.split('=');
    return apply(document, other!, value!);
  }, DOCUMENT_DEFAULTS);
  return apply(before, name, typeof text === 'object' ? JSON.stringify(text) : String(text));
}

const parts = {
  version: '1.2.3',
  camera: { projection: 'orthographic', eye: [0, -10, 0], target: [0, 0, 0], up: [0, 0, 1], height: 3 },
  transfer: undefined,
  width: 64,
  height: 48,
  inputs: [
    { path: 'a.nrrd', kind: 'volume' },
    { path: 'b.nrrd', kind: 'volume' },
    { path: 'c.nrrd', kind: 'volume' },
    { path: 'labels.nrrd', kind: 'labels' },
    { path: 'd.ply', kind: 'mesh' },
    { path: 'e.ply', kind: 'mesh' },
  ],
} as const;

/** The recipe holds what these make, and not them. */
const MADE: readonly SceneOption[] = ['transfer', 'window'];
/** Styles of each of the meshes and volumes, where one was for all. */
const SPREAD = ['meshes', 'meshStyle', 'fused', 'reflections'] as const;

const omit = (document: ViewerDocument, names: readonly string[]) =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));

describe.each(SCENE_OPTIONS)('%s', (name) => {
  const document = documentOf(name);
  const recipe = JSON.parse(formatDocument(document, parts)) as Record<string, unknown>;

  it('is kept by saved views and addresses', async () => {
    expect(document).not.toEqual(DOCUMENT_DEFAULTS);
    expect(parseViewerDocument(JSON.stringify(recipe), 'view.json')).toEqual({ ...document, camera: parts.camera });
    expect((await parseShare(await formatShare({ document, selection: {} }))).document).toEqual(document);
  });

  it.skipIf(MADE.includes(name))('is told to the command line', () => {
    const { options } = checkRecipe(recipe);
    expect(options).toHaveProperty(name);
    const { viewer: _, ...plain } = recipe;
    const read = parseViewerDocument(JSON.stringify(plain), 'picture.png');
    // Pictures that do not say how labels are shown are of voxels.
    const left = [
      ...SPREAD,
      'camera',
      'isoValue',
      ...(name in { 'label-surfaces': 1, blocky: 1, 'label-smoothing': 1 } ? [] : ['labelSurfaces']),
      // Recipes always name the edges of masks.
      ...(name === 'mask-edges' ? [] : ['maskEdges']),
    ];
    expect(omit(read, left)).toEqual(omit(document, left));
    for (const index of [0, 1]) {
      const style = (of: ViewerDocument) => ({ ...of.meshStyle, ...of.meshes[index] });
      expect(style(read)).toMatchObject(style(document));
      expect(read.fused[index] ?? {}).toMatchObject(document.fused[index] ?? document.fused.at(-1) ?? {});
    }
  });
});

it('has each option as an attribute', () => {
  expect(SCENE_OPTIONS.filter((name) => !(ATTRIBUTES as readonly string[]).includes(name))).toEqual([]);
});

it('says where a panorama is from that paths take their light of', () => {
  const path = apply(DOCUMENT_DEFAULTS, 'quality', 'path');
  const inputs = [...parts.inputs, { path: 'sky.hdr', kind: 'environment', sha256: 'ab'.repeat(32) } as const];
  const recipe = checkRecipe(JSON.parse(formatDocument(path, { ...parts, inputs })));
  expect(recipe.environment?.path).toBe('sky.hdr');
  expect(recipe.options.environment).toBe('./sky.hdr');
  expect(parseViewerDocument(JSON.stringify(recipe), 'picture.png').environment).toBeUndefined();
  const named = apply(path, 'environment', 'white');
  expect(checkRecipe(JSON.parse(formatDocument(named, { ...parts, inputs }))).environment).toBeUndefined();
});
