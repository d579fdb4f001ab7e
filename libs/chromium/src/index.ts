export { chromiumFontFolders, unpackedChromium } from './unpacked-chromium';
export { launchChromium } from './launch-chromium';
