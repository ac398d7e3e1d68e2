import 'tilecast/viewer';
import { createApp, ref } from 'vue';
import { measured, start } from './measured.js';

const transfer = ref('bone');
const camera = ref();
const isThere = ref(true);
start({
  setTransfer: (name) => (transfer.value = name),
  setCamera: (value) => (camera.value = value),
  remove: () => (isThere.value = false),
});

const app = createApp({
  setup: () => ({ transfer, camera, isThere, measured }),
  template: `<tilecast-viewer v-if="isThere" src="head-phantom.nrrd" :frames="1" slice-window="0,100" controls="none"
    :transfer="transfer" :camera="camera" @frame="measured.frame($event.detail)" @camera="measured.camera($event.detail)" />`,
});
app.config.compilerOptions.isCustomElement = (tag) => tag.startsWith('tilecast-');
app.mount('#root');
