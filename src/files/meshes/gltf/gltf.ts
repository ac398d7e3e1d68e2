/** Reads glTF 2.0 and GLB: https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html. */
import { InputError } from '../../../errors.js';
import { mergeMeshes } from '../../../mesh/merge-meshes.js';
import { Budget } from '../../bytes/budget.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { finishMesh, type MeshAnimation, type MeshReader, noteLeftOut } from '../mesh-file.js';
import { listAnimations } from './gltf-animation.js';
import { openGltf } from './gltf-container.js';
import { createGltfIo, forgetDraco, withoutIdleRequirements } from './gltf-decoders.js';
import { PrimitiveParts } from './gltf-primitive.js';
import { collectMeshes } from './gltf-scene.js';
import { GltfImages } from './gltf-texture.js';

/**
 * Reads the default scene as one mesh in its world: nodes' transforms, instances, skins and morphs in their rest pose are
 * applied, and in the poses of its animations. Colours are those of the vertices times the materials' and their
 * images'; materials say what of them is transparent, shines or is metal.
 */
export const readGltf: MeshReader = (source) =>
  nameInErrors(source.name, async () => {
    const { json, resources, sizeBytes } = await openGltf(source);
    const io = await createGltfIo(json);
    const { document, parts, animations, channelsLeftOut, scene } = await sayIfDamaged(async () => {
      const document = await io.readJSON({ json: withoutIdleRequirements(json) as never, resources });
      const budget = new Budget(sizeBytes);
      const parts = new PrimitiveParts(await GltfImages.decode(document, budget));
      const scene = collectMeshes(document, parts, budget);
      return { document, parts, scene, ...listAnimations(document, budget) };
    });
    const { meshes, pointsAndLines } = scene;
    const notes = [
      ...noteLeftOut(parts.imagesLeftOut, listOf(json.extensionsUsed).includes(KTX) ? KTX_LEFT_OUT : IMAGES_LEFT_OUT),
      ...noteLeftOut(pointsAndLines, 'sets of points and lines'),
      ...noteLeftOut(channelsLeftOut, CHANNELS_LEFT_OUT),
    ];
    if (meshes.length === 0) throw new InputError('has no triangles in its scene; at least one is needed');
    const file = finishMesh(mergeMeshes(meshes), notes);
    const posed = animations.map(
      ({ name, seconds, apply }): MeshAnimation => ({
        name,
        seconds,
        at: (time) => {
          apply(time);
          return finishMesh(mergeMeshes(collectMeshes(document, parts, new Budget(sizeBytes)).meshes), []).mesh;
        },
      }),
    );
    return { ...file, ...(posed.length > 0 && { animations: posed }) };
  });

const CHANNELS_LEFT_OUT = 'channels of animations, which move something else than nodes or have damaged keyframes';

const IMAGES_LEFT_OUT =
  'images on materials, whose surfaces have the base color: they are no PNG, JPEG or WebP, are not there, or make far more pixels than their bytes account for';

/** The extension of images in KTX2, Basis Universal inside. */
const KTX = 'KHR_texture_basisu';
const KTX_LEFT_OUT =
  'images on materials, whose surfaces have the base color: the file has KTX2 textures, and npx @gltf-transform/cli ktxdecompress IN.glb OUT.glb makes PNG of them, with the KTX tools of Khronos';

const listOf = (names: unknown): readonly unknown[] => (Array.isArray(names) ? names : []);

/** The library throws errors of all kinds for damaged files. */
async function sayIfDamaged<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    forgetDraco();
    if (cause instanceof InputError) throw cause;
    throw new InputError(`is a glTF that cannot be read: ${reasonOf(cause)}; get a whole copy`, { cause });
  }
}

/** A TypeError of the engine names what the library did, and nothing that is in the file. */
function reasonOf(cause: unknown): string {
  if (cause instanceof TypeError) return 'a field of its JSON is of another type, or refers to what is not there';
  return cause instanceof Error ? cause.message.split('\n')[0]!.slice(0, 100) : 'its data are damaged';
}
