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

/** A text for each option, behind those that it needs to mean anything. */
const EXAMPLES: Readonly<Record<SceneOption, readonly string[]>> = {
  mode: ['mip'],
  iso: ['300:#ff0000:0.5,700'],
  transfer: ['bone'],
  window: ['-100,400'],
  threshold: ['3,8'],
  'fused-transfer': ['hot viridis'],
  'fused-window': ['0,1'],
  'fused-threshold': ['3 2,3'],
  'fused-opacity': ['0.5'],
  shade: ['false'],
  ambient: ['0.4'],
  diffuse: ['0.3'],
  specular: ['0.2'],
  shininess: ['7'],
  light: ['1,2,3'],
  background: ['transparent'],
  ground: ['1,0.5,0'],
  step: ['0.5'],
  quality: ['plain'],
  environment: ['quality=path', 'white'],
  noise: ['quality=path', '1.5'],
  denoise: ['quality=path', 'true'],
  samples: ['quality=path', '1000'],
  jitter: ['3'],
  seed: ['quality=path', '9'],
  exposure: ['quality=path', '1.5'],
  tone: ['quality=path', 'clip'],
  filter: ['exact'],
  skip: ['false'],
  'early-termination': ['false'],
  workgroup: ['32x4'],
  slabs: ['8'],
  'primary-rays': ['bvh'],
  'shadow-rays': ['bvh'],
  downsample: ['false'],
  clip: ['1,0,0,5 0,0,-1,2'],
  crop: ['2:5,:7,3:'],
  'crop-world': ['0:1,2:3,4:5'],
  'slab-thickness': ['12'],
  labels: ['1:#ff0000:0.5,7'],
  'label-names': ['[{"label":1,"name":"Liver","color":[1,0,0]}]'],
  'label-surfaces': ['true'],
  'label-smoothing': ['label-surfaces=true', '2.5'],
  values: ['mean curvature;mean curvature'],
  underlay: ['values=a', 'sulc depth;curv'],
  colormap: ['values=a', 'magma'],
  range: ['values=a', '-1,2'],
  'mesh-color': ['#ff0000 #00ff00'],
  'mesh-opacity': ['0.5'],
  reflectivity: ['0.25'],
  transform: ['1,0,0,5,0,1,0,6,0,0,1,7'],
  'own-colors': ['false'],
  cull: ['back'],
  flat: ['true'],
  crease: ['20'],
  deform: ['twist'],
  animation: ['walk@1.5'],
  shadows: ['true'],
  'light-size': ['shadows=true', '3'],
  reflections: ['5'],
  'ambient-occlusion': ['8'],
  'occlusion-distance': ['ambient-occlusion=8', '4'],
};

function apply(document: ViewerDocument, name: string, text: string): ViewerDocument {
  const { document: patch } = readAttribute(name, text, document);
  return patched(document, patch!);
}

function documentOf(name: SceneOption): ViewerDocument {
  return EXAMPLES[name].reduce((document, text) => {
    const [, other, value] = /^([a-z-]+)=(.*)$/.exec(text) ?? [];
    return apply(document, other ?? name, value ?? text);
  }, DOCUMENT_DEFAULTS);
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
    const left = [...SPREAD, 'camera', 'isoValue'];
    expect(omit(read, left)).toEqual(omit(document, left));
    for (const index of [0, 1]) {
      const style = (of: ViewerDocument) => ({ ...of.meshStyle, ...of.meshes[index] });
      expect(style(read)).toMatchObject(style(document));
      expect(read.fused[index] ?? {}).toMatchObject(document.fused[index] ?? document.fused.at(-1) ?? {});
    }
  });
});

it('has an example of each option', () => {
  expect(Object.keys(EXAMPLES).filter((name) => !(ATTRIBUTES as readonly string[]).includes(name))).toEqual([]);
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
