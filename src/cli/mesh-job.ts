/** What `tilecast render` does with meshes. */
import {
  boundingBox,
  boxCorners,
  createDeformation,
  createShading,
  type Mesh,
  MeshPass,
  type MeshRenderOptions,
  type PosedMesh,
  readMesh,
} from '../index.js';
import type { OpenedFile } from '../node/index.js';
import { chooseShading } from './choose-scene.js';
import type { MeshChoice } from './mesh-options.js';
import { parseBackground } from './parse-options.js';
import type { RenderArguments } from './render-options.js';
import { say } from './say.js';
import type { RenderSubject } from './volume-job.js';

/** The world's own axes: models stand along y more often than not. */
const WORLD_AXES = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
} as const;
const DEFAULT_VIEW = 'a';

/**
 * Checks all that can be without the meshes.
 * @returns what makes a subject of the opened files.
 */
export function chooseMeshes(
  args: RenderArguments,
  { cull, smooth, shadows, color, deformation, slabs, tile }: MeshChoice,
  options: MeshRenderOptions,
): (files: readonly OpenedFile[]) => Promise<RenderSubject> {
  const background = parseBackground('background', args.background);
  const shading = chooseShading(args)(undefined) ?? createShading();
  return async (files) => {
    const read = await Promise.all(files.map(({ source }) => readMesh(source)));
    for (const [index, { notes }] of read.entries()) {
      for (const note of notes) say(`${files[index]!.source.name}: ${note}`);
    }
    const meshes = read.map(({ mesh }) => mesh);
    const pose = createPose(meshes, deformation);
    return {
      corners: meshes.flatMap((mesh) => boxCorners(boundingBox(mesh))),
      axes: WORLD_AXES,
      defaultView: DEFAULT_VIEW,
      recipe: {},
      createRender: (gpu) => {
        const pass = new MeshPass(gpu);
        return async ({ camera, time }) => {
          const scene = {
            meshes: pose(time),
            background,
            shading,
            cull,
            smooth,
            shadows,
            ...(color && { meshColor: color }),
          };
          const { stats, ...picture } = await pass.render(scene, camera, { ...options, slabs, tile });
          return {
            ...picture,
            stats: {
              ...stats,
              adapter: gpu.adapterName,
              software: gpu.software,
              shape: `${stats.tile.width}x${stats.tile.height}`,
              shapeReason: tile === 'auto' ? 'the fastest that was measured' : 'asked for',
              samples: 0,
              samplesSkipped: 0,
              rti: stats.rti ?? 0,
            },
          };
        };
      },
    };
  };
}

/** Where the meshes' vertices are at a time of their deformation. */
function createPose(meshes: readonly Mesh[], deformation: MeshChoice['deformation']): (time: number) => PosedMesh[] {
  if (!deformation) return () => meshes.map((mesh) => ({ mesh }));
  const deformed = meshes.map((mesh) => ({ mesh, deform: createDeformation(mesh, deformation.name) }));
  return (time) => deformed.map(({ mesh, deform }) => ({ mesh, positions: deform(time) }));
}
