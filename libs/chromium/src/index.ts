export { chromiumFontFolders } from './fonts';
export { launchChromium } from './launch-chromium';
export { unpackedChromium } from './unpacked-chromium';
