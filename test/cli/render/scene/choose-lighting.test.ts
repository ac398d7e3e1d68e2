/** The lighting that the options of `tilecast render` choose. */
import { describe, expect, it } from 'vitest';
import { RENDER_ARGUMENT_DEFAULTS, type RenderArguments } from '../../../../src/cli/render/render-options.js';
import { chooseLighting } from '../../../../src/cli/render/scene/choose-lighting.js';
import { SHADING_DEFAULTS, type Shading } from '../../../../src/index.js';

const lightOfMeshes = (given: Partial<RenderArguments>) =>
  chooseLighting({ ...RENDER_ARGUMENT_DEFAULTS, ...given }).meshShadingFor(false);

describe('the light of meshes', () => {
  it.each<[Partial<RenderArguments>, Partial<Shading>]>([
    [{}, {}],
    [{ ambient: '0.3' }, { ambient: 0.3 }],
    [
      { light: '1,2,3', shininess: '4' },
      { light: [1, 2, 3], shininess: 4 },
    ],
    [{ 'ambient-occlusion': '8' }, { ambient: 0.5, diffuse: 0.4 }],
    [
      { 'ambient-occlusion': '8', specular: '0' },
      { ambient: 0.5, diffuse: 0.4, specular: 0 },
    ],
    [{ 'ambient-occlusion': '8', ambient: '0.3' }, { ambient: 0.3 }],
    [{ 'ambient-occlusion': '8', diffuse: '0.9' }, { diffuse: 0.9 }],
  ])('of %j', (given, expected) => {
    expect(lightOfMeshes(given)).toEqual({ ...SHADING_DEFAULTS, ...expected });
  });
});
