/**
 * Presets for MR, ultrasound and micro-CT, in a scanner's own values, which differ from scanner to scanner: a window
 * stretches them over those of a volume. The numbers are those of 3D Slicer, from
 * Modules/Loadable/VolumeRendering/Resources/presets.xml of https://github.com/Slicer/Slicer, but for MR-MIP's colours.
 */
import { GLOSSY_LIGHT, type Preset, SOFT_LIGHT } from './preset.js';

export const RAW_PRESETS: readonly Preset[] = [
  {
    name: 'MR-Angio',
    aliases: ['angio'],
    description: 'MR angiogram: bright vessels',
    window: [151.354, 200.873],
    opacities: [-2048, 0, 151.354, 0, 158.279, 0.4375, 190.112, 0.580357, 200.873, 0.732143, 3661, 0.741071],
    colors: [
      -2048, 0, 0, 0, 151.354, 0, 0, 0, 158.279, 0.74902, 0.376471, 0, 190.112, 1, 0.866667, 0.733333, 200.873,
      0.937255, 0.937255, 0.937255, 3661, 1, 1, 1,
    ],
    shading: SOFT_LIGHT,
  },
  {
    name: 'MR-Default',
    aliases: ['mr'],
    description: 'MR of 8 bits: all but the darkest',
    window: [0, 220],
    opacities: [0, 0, 20, 0, 40, 0.15, 120, 0.3, 220, 0.375, 1024, 0.5],
    colors: [
      0, 0, 0, 0, 20, 0.168627, 0, 0, 40, 0.403922, 0.145098, 0.0784314, 120, 0.780392, 0.607843, 0.380392, 220,
      0.847059, 0.835294, 0.788235, 1024, 1, 1, 1,
    ],
    shading: SOFT_LIGHT,
  },
  {
    name: 'MR-MIP',
    description: 'the largest value of an MR on each ray, such as its vessels',
    window: [98.3725, 416.637],
    opacities: [0, 0, 98.3725, 0, 416.637, 1, 2800, 1],
    // Equal to CT-MIP's.
    colors: [98.3725, 0, 0, 0, 416.637, 1, 1, 1],
    mode: 'mip',
  },
  {
    name: 'MR-T2-Brain',
    aliases: ['t2-brain', 'brain'],
    description: 'a brain, T2-weighted: fluid in white, brain as a veil',
    window: [0, 412.406],
    opacities: [0, 0, 36.05, 0, 218.302, 0.171429, 412.406, 1, 641, 1],
    colors: [0, 0, 0, 0, 98.7223, 0.956863, 0.839216, 0.192157, 412.406, 0, 0.592157, 0.807843, 641, 1, 1, 1],
    shading: { ambient: 0.3, diffuse: 0.6, specular: 0.5, shininess: 40 },
  },
  {
    name: 'DTI-FA-Brain',
    aliases: ['fa-brain', 'fa'],
    description: 'fractional anisotropy, 0 to 1, of a brain: its white matter',
    window: [0, 1],
    opacities: [0, 0, 0.3501, 0.0158, 0.49379, 0.7619, 0.6419, 1, 0.992, 1, 0.995, 0],
    colors: [0, 1, 0, 0, 0.24974, 0.4941, 1, 0, 0.49949, 0, 0.9882, 1, 0.7492, 0.51764, 0, 1, 0.995, 1, 0, 0],
    shading: { ambient: 0.3, diffuse: 0.9, specular: 0.5, shininess: 40 },
  },
  {
    name: 'US-Fetal',
    aliases: ['fetal', 'ultrasound'],
    description: 'ultrasound of 8 bits, such as of a fetus, in the colours of skin',
    window: [-10, 270],
    opacities: [-10, 0, 60, 0, 120, 0.6, 255, 0.8, 270, 0.8],
    colors: [
      -10, 0, 0, 0, 0, 0, 0, 0, 80, 0.54902, 0.25098, 0.14902, 102, 0.882353, 0.603922, 0.290196, 270, 0.694, 0.478,
      0.396,
    ],
    shading: GLOSSY_LIGHT,
  },
  {
    name: 'uCT-Bone-8bit',
    aliases: ['uct-bone', 'bone-8bit'],
    description: 'bone in a micro-CT of 8 bits',
    window: [58.6, 157.724],
    opacities: [58.6, 0, 157.724, 1, 313.6, 1],
    colors: [
      58.6, 0, 0, 0, 76.7996, 0.913725, 0.164706, 0.113725, 85.1536, 0.858824, 0.498039, 0.137255, 94.701, 0.960784,
      0.933333, 0.105882, 100.37, 1, 1, 1, 313.6, 1, 1, 1,
    ],
    shading: { ambient: 0.3, diffuse: 0.6, specular: 0.2, shininess: 40 },
  },
  {
    name: 'uCT-Bone-16bit',
    aliases: ['bone-16bit'],
    description: 'bone in a micro-CT of 16 bits',
    window: [33600, 59866.9],
    opacities: [33600, 0, 59866.9, 1, 99135, 1],
    colors: [
      33600, 0, 0, 0, 37880.9, 0.913725, 0.164706, 0.113725, 40312.1, 0.858824, 0.498039, 0.137255, 42848.9, 0.960784,
      0.933333, 0.105882, 45280, 1, 1, 1, 99135, 1, 1, 1,
    ],
    shading: { ambient: 0.3, diffuse: 0.6, specular: 0.2, shininess: 40 },
  },
  {
    name: 'uCT-Skull',
    aliases: ['skull'],
    description: 'a skull in a micro-CT of 8 bits, its surfaces more than its inside',
    window: [25, 236.932],
    opacities: [0, 0, 25, 0, 72.3597, 1, 236.932, 1, 806.921, 1, 1024, 1],
    colors: [0, 0, 0, 0, 43.8544, 0.780392, 0.462745, 0.188235, 114.021, 0.982131, 0.96809, 0.949583, 1024, 1, 1, 1],
    gradientOpacities: [0, 1, 46.9645, 0.1, 128.361, 1, 255, 1],
    shading: GLOSSY_LIGHT,
  },
];
