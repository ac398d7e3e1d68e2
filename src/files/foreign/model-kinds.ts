/** Models, drawings and clouds of points that are not read. */
import { compoundWith, createForeignKinds, startsWithAny, withoutZeros } from './foreign-kind.js';

const BLENDER = 'Blender opens it and exports glTF (.glb), which can be read';
const FREECAD = 'FreeCAD opens it and exports STL or OBJ, which can be read';
const ASSIMP = 'assimp export makes glTF (.glb) of it, which can be read';
const MESHLAB = 'MeshLab opens it and saves PLY, which can be read';
const CLOUDS = 'CloudCompare opens it and saves PLY, whose points can be read';
const PARAVIEW = 'ParaView opens it and saves .vti, .vtu or .vtp, which can be read';
const DENSITY = 'ChimeraX opens it and saves MRC, which can be read';
const MOLECULE = 'ChimeraX opens it and saves its surface as glTF (.glb), which can be read';
const MESHIO = 'meshio convert makes VTU or STL of it, which can be read';

export const MODEL_KINDS = createForeignKinds([
  ['an FBX model', 'Kaydara FBX Binary', BLENDER],
  ['an FBX model', /^; FBX \d/, BLENDER],
  ['a Blender file', /^BLENDER[-_]?\d*[-_v]/, BLENDER],
  ['a USD scene', 'PXR-USDC', BLENDER],
  ['a USD scene', '#usda', BLENDER],
  ['an Alembic scene', 'Ogawa', BLENDER],
  ['a Collada model', /<COLLADA\b/, BLENDER],
  ['an X3D model', /<X3D\b|^#X3D/, BLENDER],
  ['a VRML model', /^#VRML|^#Inventor/, MESHLAB],
  ['an AMF model', /<amf\b/i, MESHLAB],
  ['a LightWave object', /^FORM....LW(?:OB|O2|O3)/s, BLENDER],
  ['a Cinema 4D file', 'QC4DC4D6', 'Cinema 4D exports glTF (.glb), which can be read'],
  ['a 3ds Max file', compoundWith(/^ClassDirectory3?$/), '3ds Max exports OBJ, which can be read'],
  [
    'a SketchUp model',
    ({ text }) => withoutZeros(text.slice(0, 40)).includes('SketchUp Model'),
    'SketchUp exports glTF or STL, which can be read',
  ],
  [
    'an IFC building',
    /^ISO-10303-21;.*FILE_SCHEMA\s*\(\s*\(\s*'IFC/s,
    'IfcConvert makes glTF (.glb) of it, which can be read',
  ],
  ['a STEP model', 'ISO-10303-21;', FREECAD],
  ['an IGES model', /^[^\r\n]{72}[SC] *0*1\s*[\r\n]/, FREECAD],
  ['a Parasolid model', '**ABCDEFGHIJKLMNOPQRSTUVWXYZ', FREECAD],
  ['a DXF drawing', /^(?:[ \t]*999[ \t]*\r?\n[^\n]*\n)*[ \t]*0[ \t]*\r?\nSECTION\b/, FREECAD],
  ['a DXF drawing', 'AutoCAD Binary DXF', FREECAD],
  ['a DWG drawing', /^AC10\d\d/, 'save it as DXF, which FreeCAD opens and exports as STL'],
  ['a Rhino model', '3D Geometry File Format', 'Rhino exports OBJ, which can be read'],
  ['a JT model', /^Version \d+\.\d+ (?:JT| {40})/, FREECAD],
  ['an OpenCTM mesh', 'OCTM', MESHLAB],
  ['a Draco mesh', 'DRACO', 'draco_decoder makes PLY or OBJ of it, which can be read'],
  ['a U3D model', 'U3D\0', MESHLAB],
  ['a Quake model', /^IDP[23O]/, ASSIMP],
  ['a Doom model', 'MD5Version', ASSIMP],
  ['a DirectX model', 'xof 0', ASSIMP],
  ['a MilkShape model', 'MS3D000000', ASSIMP],
  ['an AC3D model', 'AC3D', ASSIMP],
  ['a trueSpace model', 'Caligari', ASSIMP],
  ['a MikuMikuDance model', startsWithAny('PMX ', 'Pmd'), BLENDER],
  ['an export of 3ds Max (.ase)', /^\s*\*3DSMAX_ASCIIEXPORT/, ASSIMP],
  ['a recording of motion (.bvh)', /^\s*HIERARCHY\s+ROOT/, 'it has no model; Blender applies it to one'],
  ['a MagicaVoxel model', 'VOX ', 'MagicaVoxel exports OBJ, which can be read'],
  ['a grid of voxels (.binvox)', '#binvox', 'trimesh reads it in Python, and an array saved as .npy can be read'],
  ['a cloud of points (.las)', 'LASF', CLOUDS],
  ['a cloud of points (.e57)', 'ASTM-E57', CLOUDS],
  ['a Gmsh mesh', '$MeshFormat', MESHIO],
  ['an Abaqus model', /^(?:\*\*[^\n]*\n)*\*(?:HEADING|NODE|PART)\b/i, MESHIO],
  ['a Nastran model', /^(?:\$[^\n]*\n)*(?:SOL +\d+|CEND|BEGIN BULK)/, MESHIO],
  ['a model of I-DEAS (.unv)', /^ {4}-1\s*\n {2,3}\d{2,4}\s*\n/, 'Gmsh opens it and saves STL, which can be read'],
  ['an XDMF header', /<Xdmf\b/, PARAVIEW],
  ['an EnSight case', /^FORMAT\s+type:\s*ensight/i, PARAVIEW],
  ['an OpenFOAM file', /\bFoamFile\s*\{/, PARAVIEW],
  ['a Tecplot file', '#!TDV', PARAVIEW],
  ['a state of ParaView', /^(?:<\?xml[^>]*>\s*)?<ParaView>/, 'name the files that it lists'],
  [
    'a grid of densities (.cube)',
    /^(?!\s*\d+ *\r?\n)[^\n]*\n[^\n]*(?:\n *-?\d+(?: +-?\d+\.\d+){3}(?: +1)? *\r?){4}\n/,
    DENSITY,
  ],
  ['a grid of densities (.dx)', /^(?:#[^\n]*\n)*object \S+ class gridpositions/, DENSITY],
  ['a molecule (.xyz)', /^\s*\d+[ \t]*\r?\n[^\n]*\n(?:\s*[A-Z][a-z]?(?:\s+-?\d+\.\d+){3})/, MOLECULE],
  ['a molecule (PDB)', /^(?:HEADER {4}|REMARK {3}\d|CRYST1 |ATOM {2} {0,4}\d|HETATM)/, MOLECULE],
  ['a molecule (mmCIF)', /^data_\S+\s+(?:#\s+)?(?:loop_\s+)?_[a-z]\w*\./, MOLECULE],
  ['a Medit mesh', /^\s*MeshVersionFormatted\s/, MESHIO],
  [
    'a surface of the MNI (.obj)',
    /^P(?: +\d*\.?\d+){4} +\d+ +\d+ *\r?\n/,
    "AFNI's ConvertSurface makes GIfTI of it, which can be read",
  ],
  ['a file of materials of OBJ', /^(?:\s|#[^\n]*\n)*newmtl\s/, 'name the .obj file that uses it'],
  ['a G-code file', /^(?:\s|;[^\n]*\n)*[GM]\d+ /, 'name the model that it was sliced from'],
]);
