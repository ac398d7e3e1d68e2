/** The page in which vtk.js draws: `enter` gives it a task, `render` draws a view, `takePixels` tells what came of it. */
import '@kitware/vtk.js/Rendering/Profiles/Volume';
import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray';
import vtkImageData from '@kitware/vtk.js/Common/DataModel/ImageData';
import vtkPiecewiseFunction from '@kitware/vtk.js/Common/DataModel/PiecewiseFunction';
import vtkColorTransferFunction from '@kitware/vtk.js/Rendering/Core/ColorTransferFunction';
import vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer';
import vtkRenderWindow from '@kitware/vtk.js/Rendering/Core/RenderWindow';
import vtkRenderWindowInteractor from '@kitware/vtk.js/Rendering/Core/RenderWindowInteractor';
import vtkVolume from '@kitware/vtk.js/Rendering/Core/Volume';
import vtkVolumeMapper from '@kitware/vtk.js/Rendering/Core/VolumeMapper';
import vtkOpenGLRenderWindow from '@kitware/vtk.js/Rendering/OpenGL/RenderWindow';

/** More than the diagonal of any scan here has steps. */
const MAX_SAMPLES = 4000;

let order;
let voxels;
let view;
let window3d;
let renderer;
let pixels;

/** Voxels and a graphics context, and nothing else yet. */
globalThis.enter = async (given) => {
  order = given;
  voxels = new globalThis[order.type](await (await fetch('voxels')).arrayBuffer());
  window3d = vtkRenderWindow.newInstance();
  view = vtkOpenGLRenderWindow.newInstance();
  // Its canvas is not in the document, and so costs no compositing.
  view.setSize(order.imageSide, order.imageSide);
  window3d.addView(view);
  // Nothing is drawn without one, as it says whether the view is being moved.
  const interactor = vtkRenderWindowInteractor.newInstance();
  interactor.setView(view);
  interactor.initialize();
};

function setUp() {
  const image = vtkImageData.newInstance({ spacing: order.spacings });
  image.setDimensions(order.sizes);
  image.getPointData().setScalars(vtkDataArray.newInstance({ numberOfComponents: 1, values: voxels }));
  const mapper = vtkVolumeMapper.newInstance();
  mapper.setInputData(image);
  mapper.setAutoAdjustSampleDistances(false);
  mapper.setImageSampleDistance(1);
  mapper.setSampleDistance(order.step);
  mapper.setMaximumSamplesPerRay(MAX_SAMPLES);
  const volume = vtkVolume.newInstance();
  volume.setMapper(mapper);
  applyLook(volume.getProperty());
  renderer = vtkRenderer.newInstance({ background: [0, 0, 0] });
  renderer.addVolume(volume);
  window3d.addRenderer(renderer);
}

function applyLook(look) {
  const { transfer, shading, step } = order;
  const colors = vtkColorTransferFunction.newInstance();
  for (const { value, color } of transfer.colors) colors.addRGBPoint(value, ...color);
  const opacities = vtkPiecewiseFunction.newInstance();
  for (const { value, opacity } of transfer.opacities) opacities.addPoint(value, opacity);
  look.setRGBTransferFunction(0, colors);
  look.setScalarOpacity(0, opacities);
  look.setScalarOpacityUnitDistance(0, step);
  look.setInterpolationTypeToLinear();
  look.setShade(shading !== undefined);
  if (shading) {
    look.setAmbient(shading.ambient);
    look.setDiffuse(shading.diffuse);
    look.setSpecular(shading.specular);
    look.setSpecularPower(shading.shininess);
  }
}

/** Milliseconds. Reading the pixels waits for all that was asked of the adapter. */
globalThis.render = ({ eye, target, up, fovDegrees }) => {
  const { imageSide } = order;
  pixels = new Uint8Array(4 * imageSide * imageSide);
  const startMs = performance.now();
  if (!renderer) setUp();
  const camera = renderer.getActiveCamera();
  camera.setPosition(...eye);
  camera.setFocalPoint(...target);
  camera.setViewUp(...up);
  camera.setViewAngle(fovDegrees);
  renderer.resetCameraClippingRange();
  window3d.render();
  const gl = view.getContext();
  gl.readPixels(0, 0, imageSide, imageSide, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return performance.now() - startMs;
};

/** Of the last picture, as base64, rows from the bottom. */
globalThis.takePixels = () => toBase64(pixels);

function toBase64(bytes) {
  let text = '';
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text);
}
