/** Attributes: the command line's options in its own words, and what is refused. */
import { describe, expect, it } from 'vitest';
import { RENDER_OPTIONS } from '../../src/cli/render/render-options.js';
import { refusalOf } from '../../src/cli/view/view-command-options.js';
import { InputError } from '../../src/index.js';
import { checkRecipe } from '../../src/recipe/recipe.js';
import { meshStyleOf, patched } from '../../src/recipe/scene/scene-choice.js';
import { ATTRIBUTES, readAttribute } from '../../src/viewer/attributes.js';
import { parseSelection } from '../../src/viewer/data/files/selection.js';
import { DOCUMENT_DEFAULTS } from '../../src/viewer/document/document.js';
import { parseViewerDocument, selectionOf } from '../../src/viewer/document/parse-document.js';
import { formatShare, parseShare } from '../../src/viewer/document/share.js';

const read = (name: string, text: string, before = DOCUMENT_DEFAULTS) => readAttribute(name, text, before);

const RECIPE = {
  tilecast: '0.1.0',
  inputs: [{ path: 'scan.zarr' }],
  camera: { projection: 'orthographic', eye: [0, 0, 1], target: [0, 0, 0], up: [0, 1, 0], height: 2 },
  shape: 'auto',
  adapter: 'any',
};

describe('an attribute', () => {
  it.each([
    ['shadows', '', { shadows: true }],
    ['quality', 'plain', { quality: 'plain' }],
    [
      'clip',
      '1,0,0,5 0,0,-1,2',
      {
        clip: [
          { normal: [1, 0, 0], offset: 5 },
          { normal: [0, 0, -1], offset: 2 },
        ],
      },
    ],
    ['crop', '2:5,:7,3:', { crop: { first: [2, 0, 3], last: [5, 7, Number.MAX_SAFE_INTEGER] } }],
    ['labels', '1:#ff0000:0.5,7', { labels: [{ label: 1, color: [1, 0, 0], opacity: 0.5 }, { label: 7 }] }],
    ['light', '1,2,3', { shading: { light: [1, 2, 3] } }],
    ['ambient-occlusion', '8', { occlusionRays: 8 }],
    ['light-size', '3.5', { lightDegrees: 3.5 }],
    [
      'light',
      '@1,2,3:0.5/headlight',
      {
        shading: {
          light: [{ direction: [1, 2, 3], color: [0.5, 0.5, 0.5], axes: 'camera' }, { direction: 'headlight' }],
        },
      },
    ],
    ['iso', '300', { mode: 'isosurface', isoValue: 300 }],
    [
      'iso',
      '300:red:0.5,700',
      { mode: 'isosurface', isosurfaces: [{ value: 300, color: [1, 0, 0], opacity: 0.5 }, { value: 700 }] },
    ],
    ['window', '-100,400', { window: [-100, 400] }],
    ['slice-window', '0,80', { sliceWindow: [0, 80] }],
    ['background', 'white', { background: [1, 1, 1] }],
    ['ground', 'ivory', { ground: [1, 1, 240 / 255] }],
    ['fused-transfer', 'hot viridis', { fused: [{ preset: 'hot' }, { preset: 'viridis' }] }],
    ['fused-opacity', '0.5', { fused: [{ opacity: 0.5 }] }],
    ['fused-depth', '12', { fusedDepth: 12 }],
    ['samples', '4', { settings: { samplesPerPixel: 4 } }],
    ['jitter', '7', { settings: { jitter: 7 } }],
    ['filter', 'exact', { settings: { filter: 'exact' } }],
    ['skip', 'false', { settings: { skip: false } }],
    ['workgroup', '32x4', { settings: { shape: { width: 32, height: 4 } } }],
    ['environment', 'white', { environment: 'white' }],
    ['values', 'mean curvature; area', { meshes: [{ values: 'mean curvature' }, { values: 'area' }] }],
    ['values', '["a;b"]', { meshStyle: { values: 'a;b' } }],
    ['animation', 'walk@2', { animation: { name: 'walk', seconds: 2 }, deform: undefined }],
    ['samples', '1000', { settings: { samplesPerPixel: 1000 } }],
    ['transfer', 'mip', { preset: 'mip', mode: 'mip' }],
    ['own-colors', 'false', { ownColors: false }],
    ['crop-world', '0:1,2:3,4:5', { cropWorld: { min: [0, 2, 4], max: [1, 3, 5] } }],
  ])('%s="%s" says what the option does', (name, text, document) => {
    expect(read(name, text)).toMatchObject({ document });
  });

  it('takes a transfer function by its name or as JSON, and says what is wrong with it', () => {
    expect(read('transfer', 'bone')).toEqual({ document: { preset: 'bone', transfer: undefined } });
    const json = '{"colors": [{"value": 3, "color": "#ff0000"}], "opacities": [{"value": 3, "opacity": 0.5}]}';
    expect(read('transfer', json).document).toMatchObject({ transfer: { colors: [{ value: 3, color: [1, 0, 0] }] } });
    expect(() => read('transfer', '{"colours": []}')).toThrow('transfer: unknown key "colours"');
  });

  it.each([
    ['component', '0,2,1', { channels: [0, 2, 1], component: 0 }],
    ['component', '3', { channels: [], component: 3 }],
    ['time', '2', { time: 2 }],
    ['memory', '64', { atlasBytes: 2 ** 26 }],
  ])('%s="%s" says what of the files is taken, as saved views and addresses do', async (name, text, selection) => {
    const { selection: texts = {} } = read(name, text);
    expect(parseSelection(texts)).toMatchObject(selection);
    const options = { options: checkRecipe({ ...RECIPE, options: texts }).options };
    expect(selectionOf(JSON.stringify(options), 'view.json')).toEqual(texts);
    const shared = await parseShare(await formatShare({ document: DOCUMENT_DEFAULTS, selection: texts }));
    expect(shared).toEqual({ document: DOCUMENT_DEFAULTS, selection: texts });
  });

  it('opens a panel by its name, closes it by none, and refuses a name that no panel has', () => {
    expect(read('panel', 'save')).toEqual({ preferences: { panel: 'save' } });
    expect(read('panel', '')).toEqual({ preferences: { panel: undefined } });
    expect(() => read('panel', 'colors')).toThrow(/^panel: "colors" is none of data, appearance/);
  });

  it('has the name of an option of the command line, unless it is about the page', () => {
    const own = ['src', 'slice-window', 'layout', 'navigation', 'link', 'panel', 'budget', 'remote'];
    expect(ATTRIBUTES.filter((name) => !Object.hasOwn(RENDER_OPTIONS, name)).sort()).toEqual(own.sort());
  });

  it('is there for every option of the command line but those that a page has no use for', () => {
    const missing = Object.keys(RENDER_OPTIONS).filter((name) => !(ATTRIBUTES as readonly string[]).includes(name));
    const refused = Object.keys(RENDER_OPTIONS).filter((name) => refusalOf({ [name]: '' }) !== undefined);
    // The server of the page sends headers, and reads what needs them.
    expect(missing.filter((name) => name !== 'header')).toEqual(refused.filter((name) => name !== 'frames'));
  });

  it('is for all meshes with one value, and for each with several', () => {
    const all = patched(DOCUMENT_DEFAULTS, read('mesh-opacity', '0.5').document!);
    expect([0, 1].map((index) => meshStyleOf(all, index).opacity)).toEqual([0.5, 0.5]);
    const each = patched(all, read('mesh-color', '#ff0000 #00ff00', all).document!);
    expect(meshStyleOf(each, 1)).toMatchObject({ color: [0, 1, 0], opacity: 0.5 });
    const moved = patched(each, read('transform', '1,0,0,5,0,1,0,6,0,0,1,7', each).document!);
    expect(meshStyleOf(moved, 2).transform).toMatchObject({ origin: [5, 6, 7] });
    const inRas = patched(each, read('transform', 'RAS', each).document!);
    expect(meshStyleOf(inRas, 2).transform).toBe('ras');
  });

  it.each([
    ['clip', '1,2,3', 'clip: "1,2,3" is not NX,NY,NZ,D'],
    ['crop', '1,2', 'crop: "1,2" is not three ranges FROM:TO by commas'],
    ['reflections', '17', 'reflections: must be from 0 to 16, not 17'],
    ['step', '0', 'step: must be greater than 0, not 0'],
    ['mode', 'photograph', 'mode: "photograph" is none of composite, mip, minip, average, isosurface, xray'],
    ['transform', '1,0,0,0,0,1,0,0,0,0,1,0,0,0,1,1', 'transform: must end with the row 0,0,0,1'],
    [
      'transfer',
      'bonne',
      'transfer: there is no transfer function "bonne"; did you mean "bone"? tilecast transfer list shows all',
    ],
    ['animation', 'walk@soon', 'animation: "soon" is not a number'],
    ['label-smoothing', '9', 'label-smoothing: must be from 0 to 8, not 9'],
    [
      'colormap',
      'mud',
      'colormap: "mud" is none of viridis, magma, inferno, plasma, cividis, turbo, cubehelix, grey, hot, bone-map, cool-warm',
    ],
    ['clip', '[1]', 'clip: must be texts by blanks, or a JSON list of them, not [1]'],
    ['transform', '1,2', 'transform: must be 12 or 16 numbers by commas, row by row, not 2'],
    ['component', '0,1,2,3,4,5,6,7,8', 'component: up to 8 channels are shown together, not 9'],
    ['component', '0,one', 'component: "one" is not a whole number from 0 on'],
    ['window', '5,2', 'window: "5,2" must be a lower and a higher number'],
    ['mesh-color', 'gould', 'mesh-color: "gould" is not a colour; "#rrggbb" and names such as ivory are'],
  ])('%s="%s" is refused', (name, text, message) => {
    expect(() => read(name, text)).toThrow(new InputError(message));
  });
});

describe('a picture of the command line', () => {
  it('is opened with its cuts, its light and its meshes', () => {
    const recipe = {
      inputs: [],
      options: {
        ...{ clip: ['1,0,0,3'], crop: '0:4,1:5,2:6', ambient: '0.4', 'mesh-color': ['lime'], shadows: true },
        ...{ light: 'key', background: 'white', transform: ['ras'], window: '1,2', time: '3', series: 'b' },
      },
    };
    expect(parseViewerDocument(JSON.stringify(recipe), 'picture.png')).toMatchObject({
      clip: [{ normal: [1, 0, 0], offset: 3 }],
      crop: { first: [0, 1, 2], last: [4, 5, 6] },
      shading: { ambient: 0.4 },
      meshStyle: { color: [0, 1, 0] },
      shadows: true,
      background: [1, 1, 1],
    });
    expect(selectionOf(JSON.stringify(recipe), 'picture.png')).toEqual({ time: '3', series: 'b' });
    const bad = { inputs: [], options: { step: 'x' } };
    expect(() => parseViewerDocument(JSON.stringify(bad), 'picture.png')).toThrow(
      'picture.png: its --step: "x" is not a number',
    );
  });
});
