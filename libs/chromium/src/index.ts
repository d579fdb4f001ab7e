export { launchChromium } from './launch-chromium';
export { unpackedChromium } from './unpacked-chromium';
