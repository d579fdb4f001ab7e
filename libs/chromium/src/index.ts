export { type ChromiumOptions, launchChromium } from './launch-chromium';
