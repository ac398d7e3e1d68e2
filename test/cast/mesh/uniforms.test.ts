/** The mesh kernels' structs: TypeScript and WGSL must agree on the layout. */
import { expect, it } from 'vitest';
import { type StructInfo, WgslReflect } from 'wgsl_reflect';
import { FACE_WORDS } from '../../../src/cast/mesh/arena.js';
import { LIGHT_EXTENT_SIZE_BYTES, MESH_TRIANGLE_WORDS } from '../../../src/cast/mesh/geometry.js';
import { MESH_STYLE_WORDS } from '../../../src/cast/mesh/styles.js';
import {
  MESH_LOOK_OFFSETS,
  MESH_LOOK_SIZE_BYTES,
  MESH_PART_OFFSETS,
  MESH_PART_SIZE_BYTES,
  MESH_SPACE_OFFSETS,
  MESH_SPACE_SIZE_BYTES,
  MESH_VIEW_OFFSETS,
  MESH_VIEW_SIZE_BYTES,
} from '../../../src/cast/mesh/uniforms.js';
import { linkShader } from '../../../src/gpu/link-shader.js';

async function reflectStruct(path: string, name: string): Promise<StructInfo> {
  const struct = new WgslReflect(await linkShader(path)).structs.find((candidate) => candidate.name === name);
  if (!struct) throw new Error(`no struct ${name} in ${path}`);
  return struct;
}

const offsetsOf = ({ members }: StructInfo) => Object.fromEntries(members.map(({ name, offset }) => [name, offset]));

it('writes views, parts and looks as the WGSL reads them', async () => {
  const view = await reflectStruct('cast/mesh/view.wgsl', 'MeshView');
  expect(offsetsOf(view)).toEqual(MESH_VIEW_OFFSETS);
  expect(view.size).toBe(MESH_VIEW_SIZE_BYTES);
  const part = await reflectStruct('cast/mesh/part.wgsl', 'MeshPart');
  expect(offsetsOf(part)).toEqual(MESH_PART_OFFSETS);
  expect(part.size).toBe(MESH_PART_SIZE_BYTES);
  const look = await reflectStruct('cast/mesh/look.wgsl', 'MeshLook');
  const lighting = await reflectStruct('cast/mesh/look.wgsl', 'Lighting');
  const { lighting: lightingOffset, ...rest } = offsetsOf(look);
  expect(lightingOffset).toBe(0);
  expect({ ...offsetsOf(lighting), ...rest }).toEqual(MESH_LOOK_OFFSETS);
  expect(look.size).toBe(MESH_LOOK_SIZE_BYTES);
  const style = await reflectStruct('cast/mesh/look.wgsl', 'MeshStyle');
  expect(style.size).toBe(4 * MESH_STYLE_WORDS);
  expect(offsetsOf(style)).toEqual({ color: 0, opacity: 12, reflectivity: 16 });
  const space = await reflectStruct('cast/mesh/space.wgsl', 'MeshSpace');
  expect(offsetsOf(space)).toEqual(MESH_SPACE_OFFSETS);
  expect(space.size).toBe(MESH_SPACE_SIZE_BYTES);
});

it('has room for what the kernels write', async () => {
  expect((await reflectStruct('cast/mesh/triangle.wgsl', 'MeshTriangle')).size).toBe(4 * MESH_TRIANGLE_WORDS);
  expect((await reflectStruct('cast/light/extent.wgsl', 'LightExtent')).size).toBe(LIGHT_EXTENT_SIZE_BYTES);
  const { aliases } = new WgslReflect(await linkShader('cast/mesh/face.wgsl'));
  expect(aliases.map(({ name, type }) => [name, type?.size])).toContainEqual(['MeshFace', 4 * FACE_WORDS]);
});
