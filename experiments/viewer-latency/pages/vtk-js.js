/** vtk.js with its own interactor, which makes the picture coarser while it moves. */
import '@kitware/vtk.js/Rendering/Profiles/Volume';
import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray';
import vtkImageData from '@kitware/vtk.js/Common/DataModel/ImageData';
import vtkPiecewiseFunction from '@kitware/vtk.js/Common/DataModel/PiecewiseFunction';
import vtkInteractorStyleTrackballCamera from '@kitware/vtk.js/Interaction/Style/InteractorStyleTrackballCamera';
import vtkColorTransferFunction from '@kitware/vtk.js/Rendering/Core/ColorTransferFunction';
import vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer';
import vtkRenderWindow from '@kitware/vtk.js/Rendering/Core/RenderWindow';
import vtkRenderWindowInteractor from '@kitware/vtk.js/Rendering/Core/RenderWindowInteractor';
import vtkVolume from '@kitware/vtk.js/Rendering/Core/Volume';
import vtkVolumeMapper from '@kitware/vtk.js/Rendering/Core/VolumeMapper';
import vtkOpenGLRenderWindow from '@kitware/vtk.js/Rendering/OpenGL/RenderWindow';
import { finish, frameDone, LOOK, side } from './measure.js';

const container = document.createElement('div');
container.style.cssText = 'width: var(--side); height: var(--side)';
document.body.append(container);

const renderer = vtkRenderer.newInstance({ background: [0, 0, 0] });
const renderWindow = vtkRenderWindow.newInstance();
renderWindow.addRenderer(renderer);
const view = vtkOpenGLRenderWindow.newInstance();
view.setContainer(container);
view.setSize(container.clientWidth, container.clientHeight);
renderWindow.addView(view);
const interactor = vtkRenderWindowInteractor.newInstance();
interactor.setView(view);
interactor.initialize();
interactor.bindEvents(container);
interactor.setInteractorStyle(vtkInteractorStyleTrackballCamera.newInstance());

const values = new Uint8Array(await (await fetch(`volume-${side}.raw`)).arrayBuffer());
const image = vtkImageData.newInstance();
image.setDimensions([side, side, side]);
image.getPointData().setScalars(vtkDataArray.newInstance({ numberOfComponents: 1, values }));
const mapper = vtkVolumeMapper.newInstance();
mapper.setInputData(image);
mapper.setSampleDistance(1);
mapper.setMaximumSamplesPerRay(4 * side);
mapper.setAutoAdjustSampleDistances(true);
const volume = vtkVolume.newInstance();
volume.setMapper(mapper);
const colors = vtkColorTransferFunction.newInstance();
for (const value of LOOK.colors) colors.addRGBPoint(value, value / 255, value / 255, value / 255);
const opacities = vtkPiecewiseFunction.newInstance();
for (const [index, value] of LOOK.opacities.entries()) opacities.addPoint(value, index * LOOK.opacity);
const look = volume.getProperty();
look.setRGBTransferFunction(0, colors);
look.setScalarOpacity(0, opacities);
look.setInterpolationTypeToLinear();
renderer.addVolume(volume);
renderer.resetCamera();
function rendered() {
  finish(view.getContext());
  // Fewer than the view's while it moves, if frames take too long.
  const [width] = view.getViewNodeFor(mapper).getRenderTargetSize();
  frameDone(width);
}
interactor.onRenderEvent(rendered);
renderWindow.render();
rendered();
