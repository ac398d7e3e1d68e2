/** Documents as JSON: the command line's recipe, what the viewer takes back, and what it refuses. */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createShading, createTransferFunction, InputError, parseLight } from '../../../src/index.js';
import { checkRecipe } from '../../../src/recipe/recipe.js';
import { lightMeshes, MESH_LIGHT } from '../../../src/recipe/scene/lighting.js';
import { DOCUMENT_DEFAULTS, type ViewerDocument } from '../../../src/viewer/document/document.js';
import { formatDocument, type PictureParts } from '../../../src/viewer/document/format-document.js';
import { checkPatch, parseViewerDocument } from '../../../src/viewer/document/parse-document.js';
import { formatShare, parseShare } from '../../../src/viewer/document/share.js';
import { shownDocument } from '../../../src/viewer/scene/shown-data.js';

const transfer = createTransferFunction({
  colors: [{ value: 0, color: [1, 0.5, 0] }],
  opacities: [{ value: 10, opacity: 0.25 }],
});
const camera = {
  projection: 'perspective',
  eye: [0, -10, 0],
  target: [0, 0, 0],
  up: [0, 0, 1],
  fovDegrees: 30,
} as const;
const document: ViewerDocument = {
  ...DOCUMENT_DEFAULTS,
  camera,
  transfer,
  step: 0.5,
  clip: [{ normal: [1, 0, 0], offset: 3 }],
  crop: { first: [0, 1, 2], last: [10, 11, 12] },
  labels: [
    { label: 2, color: [1, 0, 0] },
    { label: 3, opacity: 0.5 },
  ],
  meshes: [
    { visible: true, opacity: 0.5, reflectivity: 0, color: [0, 1, 0] },
    { visible: false, opacity: 1, reflectivity: 0 },
  ],
  shading: { ambient: 0.3, light: [1, 0, 2] },
  measurements: [{ points: [[1, 2, 3]], value: 7 }],
};
const sha256 = 'ab'.repeat(32);
const parts = {
  version: '1.2.3',
  camera,
  transfer,
  width: 640,
  height: 480,
  inputs: [
    { path: 'a.nrrd', kind: 'volume', sha256 },
    { path: 'labels.nrrd', kind: 'labels' },
    { path: 'b.ply', kind: 'mesh' },
    { path: 'c.ply', kind: 'mesh' },
  ],
} as const;

describe('a saved view', () => {
  const json = formatDocument(document, parts);

  it('names labels that were found beside a volume as an input, where they are found again', () => {
    const inputs = parts.inputs.map((input) => (input.kind === 'labels' ? { ...input, isFound: true } : input));
    const recipe = (changes: Partial<ViewerDocument>, more: PictureParts['inputs'] = []) =>
      checkRecipe(JSON.parse(formatDocument({ ...document, ...changes }, { ...parts, inputs: [...inputs, ...more] })));
    const found = recipe({});
    expect(found.inputs.map(({ path }) => path)).toEqual(['a.nrrd', 'labels.nrrd', 'b.ply']);
    expect([found.mask, found.options.mask]).toEqual([undefined, undefined]);
    // Options of volumes over the first ask for the values of all of them.
    const over = recipe({ fused: [{ preset: 'hot' }] }, [{ path: 'pet.nrrd', kind: 'volume' }]);
    expect(over.mask).toEqual({ path: 'labels.nrrd' });
  });

  it('keeps how a part that is hidden looks', () => {
    const hidden = { ...document, hidden: { volume: true } };
    const text = formatDocument(shownDocument(hidden, 0), { ...parts, kept: hidden });
    expect(parseViewerDocument(text, 'view.json').transfer).toEqual(transfer);
  });

  it('is a recipe that the command line takes, in its own options', () => {
    const { inputs, mask, options } = checkRecipe(JSON.parse(json));
    expect(inputs).toEqual([{ path: 'a.nrrd', sha256 }, { path: 'b.ply' }]);
    expect(mask).toEqual({ path: 'labels.nrrd' });
    expect(options).toMatchObject({
      size: '640x480',
      step: '0.5',
      clip: ['1,0,0,3'],
      crop: '0:10,1:11,2:12',
      mask: 'labels.nrrd',
      labels: '2:#ff0000,3::0.5',
      'mesh-color': ['0,1,0'],
      'mesh-opacity': ['0.5'],
      ambient: '0.3',
      light: '1,0,2',
    });
  });

  it('is read where its settings are of an earlier version', () => {
    const viewer = { settings: { jitter: 2, preintegrated: true } };
    expect(parseViewerDocument(JSON.stringify({ viewer }), 'view.json').settings).toEqual({ jitter: 2 });
  });

  it('says all that it shows in options, from which it is read again', () => {
    const rich: ViewerDocument = {
      ...document,
      transfer,
      mode: 'isosurface',
      isosurfaces: [{ value: 3, color: [1, 0, 0], opacity: 0.5 }, { value: 7 }],
      fused: [{ preset: 'hot', window: [1, 2], opacity: 0.5 }],
      ground: [1, 0, 0],
      quality: 'plain',
      settings: { samplesPerPixel: 4, jitter: 2, filter: 'exact', skip: false, slabs: 3 },
      crop: { first: [0, 1, 2], last: [10, 11, Number.MAX_SAFE_INTEGER] },
      cropWorld: { min: [0, 1, 2], max: [3, 4, 5] },
      slabThickness: 12,
      shade: true,
      shadows: true,
      lightDegrees: 2,
      occlusionRays: 4,
      occlusionDistance: 9,
      creaseDegrees: 20,
      ownColors: false,
      deform: 'bend',
      deformTime: 0.25,
      meshes: document.meshes.map((style) => ({ ...style, visible: true })),
      measurements: [],
    };
    const inputs = [...parts.inputs, { path: 'pet.nrrd', kind: 'volume' as const }];
    const { viewer, ...plain } = JSON.parse(
      formatDocument(rich, { ...parts, inputs, selection: { time: '2' } }),
    ) as Record<string, unknown>;
    expect(viewer).toBeDefined();
    expect(checkRecipe(plain)).toMatchObject({ time: 0.25, options: { time: '2', deform: 'bend' } });
    const { meshes, ...read } = parseViewerDocument(JSON.stringify(plain), 'view.json');
    // Fused volumes are of composites, and are said there.
    const { meshes: _, ...expected } = { ...rich, fused: [], labelSurfaces: false, maskEdges: 'voxels' };
    expect(read).toEqual({ ...expected, meshStyle: {} });
    const composite = formatDocument({ ...rich, mode: 'composite' }, { ...parts, inputs });
    const { viewer: __, ...fused } = JSON.parse(composite) as Record<string, unknown>;
    expect(parseViewerDocument(JSON.stringify(fused), 'view.json').fused).toEqual(rich.fused);
    expect(checkRecipe(fused).inputs).toHaveLength(4);
    expect(meshes).toMatchObject([{ color: [0, 1, 0], opacity: 0.5 }, { opacity: 1 }]);
  });

  it('names the channels of a store that are shown together, each with its look', () => {
    const fused = [{ preset: 'hot', opacity: 0.5 }, { preset: 'viridis' }];
    const store = {
      ...parts,
      inputs: [{ path: 'a.zarr', kind: 'volume' }],
      selection: { component: '2,0,1' },
    } as const;
    const { options } = checkRecipe(JSON.parse(formatDocument({ ...DOCUMENT_DEFAULTS, fused }, store)));
    expect(options).toMatchObject({
      component: '2,0,1',
      'fused-transfer': ['hot', 'viridis'],
      'fused-opacity': ['0.5', '1'],
    });
    const first = checkRecipe(JSON.parse(formatDocument({ ...DOCUMENT_DEFAULTS, fused, mode: 'mip' }, store)));
    expect(first.options).toMatchObject({ component: '2', mode: 'mip' });
    expect(first.options).not.toHaveProperty('fused-transfer');
  });

  it('names the isovalue that it was shown at, and a still of a deformation from its first moment on', () => {
    const bare = { ...DOCUMENT_DEFAULTS, mode: 'isosurface', deform: 'twist' } as const;
    const { options, time } = checkRecipe(JSON.parse(formatDocument(bare, { ...parts, isoValue: 4.5 })));
    expect(options.iso).toBe('4.5');
    expect(time).toBe(0);
  });

  it('is the same document when it is opened again, from JSON and from an address', async () => {
    expect(parseViewerDocument(json, 'view.json')).toEqual(document);
    const shared = { document, selection: {} };
    expect(await parseShare(await formatShare(shared))).toEqual(shared);
  });

  it('makes a short address of a view that was only turned', async () => {
    expect((await formatShare({ document: { ...DOCUMENT_DEFAULTS, camera }, selection: {} })).length).toBeLessThan(200);
  });

  it.each([
    ['{', /^view\.json: is not JSON/],
    ['[]', /^view\.json: must be an object/],
    ['{"viewer": {"mood": 1}}', /"viewer\.mood" is no field/],
    ['{"viewer": {"step": -1}}', /"viewer\.step" cannot be -1/],
    ['{"viewer": {"clip": [{"normal": [1, 2]}]}}', /"viewer\.clip" cannot be/],
    ['{"projection": "perspective"}', /eye/],
    [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, /^view\.json: is JSON that is nested more than 64 deep/],
    [
      `{"viewer": {"camera": ${JSON.stringify(camera).replace(/"eye":\[[^,]*/, '"eye":[1e999')}}}`,
      /^view\.json: .*eye/,
    ],
    [
      `{"viewer": {"clip": [${Array(50_000).fill('{"normal": [1, 0, 0], "offset": 0}').join()}]}}`,
      /"viewer\.clip" cannot be/,
    ],
  ])('is refused where it is none: %s', (text, message) => {
    expect(() => parseViewerDocument(text, 'view.json')).toThrow(InputError);
    expect(() => parseViewerDocument(text, 'view.json')).toThrow(message);
  });

  it('is not changed by what is none, and says which field', () => {
    checkPatch({ step: 2, camera: undefined, cursor: [1, 2, 3] });
    expect(() => checkPatch({ mood: 1 })).toThrow(/^mood is no field that tilecast knows$/);
    expect(() => checkPatch({ mode: 'shiny' })).toThrow(/^mode cannot be "shiny"$/);
    expect(() => checkPatch({ camera: { ...camera, eye: [0, 0, Number.NaN] } })).toThrow(/eye/);
    expect(() =>
      checkPatch({
        sliceNormals: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0.5, 1],
        ],
      }),
    ).toThrow(/^sliceNormals cannot be/);
    expect(() => checkPatch(undefined)).toThrow(InputError);
  });

  it('keeps the layout in an address, and says nothing of one that is older', async () => {
    const shared = { document: DOCUMENT_DEFAULTS, selection: {}, layout: 'four' } as const;
    expect(await parseShare(await formatShare(shared))).toEqual(shared);
    const older = deflateRawSync(Buffer.from('{"layout": "mosaic"}')).toString('base64url');
    expect(await parseShare(older)).toEqual({ document: DOCUMENT_DEFAULTS, selection: {} });
  });

  it('refuses an address that was cut off', async () => {
    await expect(parseShare('abc')).rejects.toThrow(InputError);
  });

  it('refuses an address that makes far more than a view', async () => {
    const bomb = deflateRawSync(Buffer.from(`{"a": "${'x'.repeat(30_000_000)}"}`)).toString('base64url');
    expect(bomb.length).toBeLessThan(1 << 16);
    await expect(parseShare(bomb)).rejects.toThrow(/the view in the address cannot be read/);
    await expect(parseShare('A'.repeat(100_000))).rejects.toThrow(/longer than any that is shared/);
  });

  it('can be a camera or a transfer function alone, or the recipe of a picture', () => {
    expect(parseViewerDocument(JSON.stringify(camera), 'camera').camera).toEqual({ ...camera, vertical: camera.up });
    expect(parseViewerDocument(JSON.stringify(transfer), 'transfer').transfer).toEqual(transfer);
    const recipe = { options: { mode: 'mip', step: '2' }, camera, transfer };
    expect(parseViewerDocument(JSON.stringify(recipe), 'picture')).toMatchObject({ mode: 'mip', step: 2, camera });
  });
});

describe('the light of meshes without a volume', () => {
  const meshParts = { ...parts, transfer: undefined, inputs: [{ path: 'b.ply', kind: 'mesh' }] } as const;
  const saved = (changes: Partial<ViewerDocument>, of: PictureParts = meshParts) =>
    JSON.parse(formatDocument({ ...DOCUMENT_DEFAULTS, ...changes }, of));

  it('is named by recipes, and left open by the view that is read back', () => {
    const recipe = saved({ camera });
    expect(recipe.light).toBe(MESH_LIGHT);
    expect(parseViewerDocument(JSON.stringify(recipe), 'view').shading).toEqual({});
    expect(saved({ shading: { light: 'headlight' } }).light).toBe('headlight');
    expect(saved({ shade: false })).not.toHaveProperty('light');
    expect(saved({}, parts)).not.toHaveProperty('light');
  });

  it('is that at the eye for saved views that name none, which are of earlier versions', () => {
    const { light: _, ...old } = saved({ camera });
    expect(parseViewerDocument(JSON.stringify(old), 'view').shading).toEqual({ light: 'headlight' });
    const { viewer: __, ...picture } = old;
    expect(parseViewerDocument(JSON.stringify(picture), 'view').shading).toEqual({ light: 'headlight' });
  });

  it('is shown by scenes as render shows it', () => {
    expect(lightMeshes(DOCUMENT_DEFAULTS, { isAlone: true, areDark: false })).toEqual(
      createShading({ light: parseLight(MESH_LIGHT) }),
    );
    expect(lightMeshes(DOCUMENT_DEFAULTS, { isAlone: false, areDark: false })).toEqual(createShading());
  });
});
