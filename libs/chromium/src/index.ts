export { type ChromiumOptions, launchChromium } from './launch-chromium';
export { type UnpackedChromium, unpackedChromium } from './unpacked-chromium';
