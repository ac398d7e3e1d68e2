/**
 * Presets for CT, in Hounsfield units. The numbers are those of 3D Slicer, from
 * Modules/Loadable/VolumeRendering/Resources/presets.xml of https://github.com/Slicer/Slicer, but for CT-MIP's colours.
 */
import { GLOSSY_LIGHT, type Preset, SOFT_LIGHT } from './preset.js';

export const CT_PRESETS: readonly Preset[] = [
  {
    name: 'CT-AAA',
    aliases: ['aaa', 'aorta'],
    description: 'contrast-filled vessels and bone, as for an abdominal aortic aneurysm',
    window: [143.556, 419.736],
    opacities: [-3024, 0, 143.556, 0, 166.222, 0.686275, 214.389, 0.696078, 419.736, 0.833333, 3071, 0.803922],
    colors: [
      -3024, 0, 0, 0, 143.556, 0.615686, 0.356863, 0.184314, 166.222, 0.882353, 0.603922, 0.290196, 214.389, 1, 1, 1,
      419.736, 1, 0.937033, 0.954531, 3071, 0.827451, 0.658824, 1,
    ],
    shading: GLOSSY_LIGHT,
  },
  {
    name: 'CT-AAA2',
    aliases: ['aaa2'],
    description: 'contrast-filled vessels and bone, in more colours',
    window: [0, 1600],
    opacities: [
      -3024, 0, 129.542, 0, 145.244, 0.166667, 157.02, 0.5, 169.918, 0.627451, 395.575, 0.8125, 1578.73, 0.8125, 3071,
      0.8125,
    ],
    colors: [
      -3024, 0, 0, 0, 129.542, 0.54902, 0.25098, 0.14902, 145.244, 0.6, 0.627451, 0.843137, 157.02, 0.890196, 0.47451,
      0.6, 169.918, 0.992157, 0.870588, 0.392157, 395.575, 1, 0.886275, 0.658824, 1578.73, 1, 0.829256, 0.957922, 3071,
      0.827451, 0.658824, 1,
    ],
    shading: GLOSSY_LIGHT,
  },
  {
    name: 'CT-Air',
    aliases: ['air', 'airways'],
    description: 'air, in the airways and around the patient',
    window: [-1200, -200],
    opacities: [-3024, 0.705882, -900, 0.715686, -500, 0, 3071, 0],
    colors: [-3024, 1, 1, 1, -900, 0.2, 1, 1, -500, 0.3, 0.3, 1, 3071, 0, 0, 0],
    shading: GLOSSY_LIGHT,
  },
  {
    name: 'CT-Bone',
    aliases: ['bone'],
    description: 'bone, within a veil of red soft tissue',
    window: [-16.4458, 641.385],
    opacities: [-3024, 0, -16.4458, 0, 641.385, 0.715686, 3071, 0.705882],
    colors: [
      -3024, 0, 0, 0, -16.4458, 0.729412, 0.254902, 0.301961, 641.385, 0.905882, 0.815686, 0.552941, 3071, 1, 1, 1,
    ],
    shading: GLOSSY_LIGHT,
  },
  {
    name: 'CT-Bones',
    aliases: ['bones'],
    description: 'bone alone, translucent, in red and yellow',
    window: [152.19, 952],
    opacities: [-1000, 0, 152.19, 0, 278.93, 0.190476, 952, 0.2],
    colors: [-1000, 0.3, 0.3, 1, -488, 0.3, 1, 0.3, 463.28, 1, 0, 0, 659.15, 1, 0.912535, 0.0374849, 953, 1, 0.3, 0.3],
    shading: SOFT_LIGHT,
  },
  {
    name: 'CT-Cardiac',
    aliases: ['cardiac', 'heart'],
    description: 'the heart with contrast agent, muscle in brown',
    window: [-77.6875, 260.439],
    opacities: [-3024, 0, -77.6875, 0, 94.9518, 0.285714, 179.052, 0.553571, 260.439, 0.848214, 3071, 0.875],
    colors: [
      -3024, 0, 0, 0, -77.6875, 0.54902, 0.25098, 0.14902, 94.9518, 0.882353, 0.603922, 0.290196, 179.052, 1, 0.937033,
      0.954531, 260.439, 0.615686, 0, 0, 3071, 0.827451, 0.658824, 1,
    ],
    shading: GLOSSY_LIGHT,
  },
  {
    name: 'CT-Cardiac2',
    aliases: ['cardiac2'],
    description: 'the heart with contrast agent, from brown to white',
    window: [42.8964, 1587],
    opacities: [-3024, 0, 42.8964, 0, 163.488, 0.428571, 277.642, 0.776786, 1587, 0.754902, 3071, 0.754902],
    colors: [
      -3024, 0, 0, 0, 42.8964, 0.54902, 0.25098, 0.14902, 163.488, 0.917647, 0.639216, 0.0588235, 277.642, 1, 0.878431,
      0.623529, 1587, 1, 1, 1, 3071, 0.827451, 0.658824, 1,
    ],
    shading: GLOSSY_LIGHT,
  },
  {
    name: 'CT-Cardiac3',
    aliases: ['cardiac3'],
    description: 'the heart with contrast agent, fat in blue and muscle in red',
    window: [-86.9767, 1224.16],
    opacities: [
      -3024, 0, -86.9767, 0, 45.3791, 0.169643, 139.919, 0.589286, 347.907, 0.607143, 1224.16, 0.607143, 3071, 0.616071,
    ],
    colors: [
      -3024, 0, 0, 0, -86.9767, 0, 0.25098, 1, 45.3791, 1, 0, 0, 139.919, 1, 0.894893, 0.894893, 347.907, 1, 1, 0.25098,
      1224.16, 1, 1, 1, 3071, 0.827451, 0.658824, 1,
    ],
    shading: GLOSSY_LIGHT,
  },
  {
    name: 'CT-Chest-Contrast-Enhanced',
    aliases: ['chest', 'chest-contrast-enhanced'],
    description: 'vessels and organs of a chest with contrast agent',
    window: [67.0106, 439.291],
    opacities: [-3024, 0, 67.0106, 0, 251.105, 0.446429, 439.291, 0.625, 3071, 0.616071],
    colors: [
      -3024, 0, 0, 0, 67.0106, 0.54902, 0.25098, 0.14902, 251.105, 0.882353, 0.603922, 0.290196, 439.291, 1, 0.937033,
      0.954531, 3071, 0.827451, 0.658824, 1,
    ],
    shading: GLOSSY_LIGHT,
  },
  {
    name: 'CT-Chest-Vessels',
    aliases: ['chest-vessels'],
    description: 'everything in a chest, and the air around it as thin fog',
    window: [-1278.35, 439.291],
    opacities: [-3024, 0, -1278.35, 0, 22.8277, 0.428571, 439.291, 0.625, 3071, 0.616071],
    colors: [
      -3024, 0, 0, 0, -1278.35, 0.54902, 0.25098, 0.14902, 22.8277, 0.882353, 0.603922, 0.290196, 439.291, 1, 0.937033,
      0.954531, 3071, 0.827451, 0.658824, 1,
    ],
    shading: SOFT_LIGHT,
  },
  {
    name: 'CT-Coronary-Arteries',
    aliases: ['coronary-arteries'],
    description: 'vessels with contrast agent and bone, in grey, without light',
    window: [136.47, 478.693],
    opacities: [-2048, 0, 136.47, 0, 159.215, 0.258929, 318.43, 0.571429, 478.693, 0.776786, 3661, 1],
    colors: [
      -2048, 0, 0, 0, 136.47, 0, 0, 0, 159.215, 0.159804, 0.159804, 0.159804, 318.43, 0.764706, 0.764706, 0.764706,
      478.693, 1, 1, 1, 3661, 1, 1, 1,
    ],
  },
  {
    name: 'CT-Coronary-Arteries-2',
    aliases: ['coronary-arteries-2'],
    description: 'vessels with contrast agent and bone, in red and white, in soft light',
    window: [142.677, 384.347],
    opacities: [
      -2048, 0, 142.677, 0, 145.016, 0.116071, 192.174, 0.5625, 217.24, 0.776786, 384.347, 0.830357, 3661, 0.830357,
    ],
    colors: [
      -2048, 0, 0, 0, 142.677, 0, 0, 0, 145.016, 0.615686, 0, 0.0156863, 192.174, 0.909804, 0.454902, 0, 217.24,
      0.972549, 0.807843, 0.611765, 384.347, 0.909804, 0.909804, 1, 3661, 1, 1, 1,
    ],
    shading: SOFT_LIGHT,
  },
  {
    name: 'CT-Coronary-Arteries-3',
    aliases: ['coronary', 'coronaries', 'coronary-arteries-3'],
    description: 'vessels with contrast agent and bone, in red and white, glossy',
    window: [128.643, 584.878],
    opacities: [
      -2048, 0, 128.643, 0, 129.982, 0.0982143, 173.636, 0.669643, 255.884, 0.857143, 584.878, 0.866071, 3661, 1,
    ],
    colors: [
      -2048, 0, 0, 0, 128.643, 0, 0, 0, 129.982, 0.615686, 0, 0.0156863, 173.636, 0.909804, 0.454902, 0, 255.884,
      0.886275, 0.886275, 0.886275, 584.878, 0.968627, 0.968627, 0.968627, 3661, 1, 1, 1,
    ],
    shading: GLOSSY_LIGHT,
  },
  {
    name: 'CT-Cropped-Volume-Bone',
    aliases: ['cropped-volume-bone'],
    description: 'a volume cut open: all but air is opaque, in grey up to bone, without light',
    window: [-451, 1050],
    opacities: [-2048, 0, -451, 0, -450, 1, 1050, 1, 3661, 1],
    colors: [-2048, 0, 0, 0, -451, 0, 0, 0, -450, 0.0556356, 0.0556356, 0.0556356, 1050, 1, 1, 1, 3661, 1, 1, 1],
  },
  {
    name: 'CT-Fat',
    aliases: ['fat'],
    description: 'fat alone, translucent',
    window: [-100, 101.2],
    opacities: [-1000, 0, -100, 0, -99, 0.15, -60, 0.15, -59, 0, 101.2, 0, 952, 0],
    colors: [
      -1000, 0.3, 0.3, 1, -497.5, 0.3, 1, 0.3, -99, 0, 0, 1, -76.946, 0, 1, 0, -65.481, 0.835431, 0.888889, 0.0165387,
      83.89, 1, 0, 0, 463.28, 1, 0, 0, 659.15, 1, 0.912535, 0.0374849, 2952, 1, 0.300267, 0.299886,
    ],
  },
  {
    name: 'CT-Liver-Vasculature',
    aliases: ['liver', 'liver-vasculature'],
    description: 'vessels of the liver with contrast agent, without light',
    window: [149.113, 1197.95],
    opacities: [
      -2048, 0, 149.113, 0, 157.884, 0.482143, 339.96, 0.660714, 388.526, 0.830357, 1197.95, 0.839286, 3661, 0.848214,
    ],
    colors: [
      -2048, 0, 0, 0, 149.113, 0, 0, 0, 157.884, 0.501961, 0.25098, 0, 339.96, 0.695386, 0.59603, 0.36886, 388.526,
      0.854902, 0.85098, 0.827451, 1197.95, 1, 1, 1, 3661, 1, 1, 1,
    ],
  },
  {
    name: 'CT-Lung',
    aliases: ['lung', 'lungs'],
    description: 'where air borders on tissue: lungs, airways and skin, translucent',
    window: [-600, -399],
    opacities: [-1000, 0, -600, 0, -599, 0.15, -400, 0.15, -399, 0, 2952, 0],
    colors: [
      -1000, 0.3, 0.3, 1, -600, 0, 0, 1, -530, 0.134704, 0.781726, 0.0724558, -460, 0.929244, 1, 0.109473, -400,
      0.888889, 0.254949, 0.0240258, 2952, 1, 0.3, 0.3,
    ],
    shading: SOFT_LIGHT,
  },
  {
    name: 'CT-MIP',
    description: 'the largest value on each ray, from lung to bone',
    window: [-637.62, 700],
    opacities: [-3024, 0, -637.62, 0, 700, 1, 3071, 1],
    // 3D Slicer's is white, and dark by its opacity, with which a maximum is shown there. Here it is shown opaque.
    colors: [-637.62, 0, 0, 0, 700, 1, 1, 1],
    mode: 'mip',
  },
  {
    name: 'CT-Muscle',
    aliases: ['muscle', 'muscles'],
    description: 'muscle in brown, bone in white, fat translucent',
    window: [-155.407, 419.736],
    opacities: [-3024, 0, -155.407, 0, 217.641, 0.676471, 419.736, 0.833333, 3071, 0.803922],
    colors: [
      -3024, 0, 0, 0, -155.407, 0.54902, 0.25098, 0.14902, 217.641, 0.882353, 0.603922, 0.290196, 419.736, 1, 0.937033,
      0.954531, 3071, 0.827451, 0.658824, 1,
    ],
    shading: GLOSSY_LIGHT,
  },
  {
    name: 'CT-Pulmonary-Arteries',
    aliases: ['pulmonary', 'pulmonary-arteries'],
    description: 'vessels of the lung, brown in it and red where thick',
    window: [-568.625, 447.798],
    opacities: [
      -2048, 0, -568.625, 0, -364.081, 0.0714286, -244.813, 0.401786, 18.2775, 0.607143, 447.798, 0.830357, 3592.73,
      0.839286,
    ],
    colors: [
      -2048, 0, 0, 0, -568.625, 0, 0, 0, -364.081, 0.396078, 0.301961, 0.180392, -244.813, 0.611765, 0.352941,
      0.0705882, 18.2775, 0.843137, 0.0156863, 0.156863, 447.798, 0.752941, 0.752941, 0.752941, 3592.73, 1, 1, 1,
    ],
    shading: SOFT_LIGHT,
  },
  {
    name: 'CT-Soft-Tissue',
    aliases: ['soft-tissue', 'tissue'],
    description: 'all but air is opaque, in grey up to contrast agent, without light',
    window: [-167.01, 240],
    opacities: [-2048, 0, -167.01, 0, -160, 1, 240, 1, 3661, 1],
    colors: [-2048, 0, 0, 0, -167.01, 0, 0, 0, -160, 0.0556356, 0.0556356, 0.0556356, 240, 1, 1, 1, 3661, 1, 1, 1],
  },
  {
    name: 'CT-X-ray',
    aliases: ['x-ray', 'xray'],
    description: 'white and faint, as a radiograph',
    window: [-250, 1550],
    opacities: [-3024, 0, -200, 0, 1500, 0.05, 3071, 0.05],
    colors: [-3024, 1, 1, 1, 3071, 1, 1, 1],
  },
];
