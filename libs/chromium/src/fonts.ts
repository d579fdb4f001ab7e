import { unpackedChromium } from './unpacked-chromium';

export interface FontOptions {
  /** An installed browser, e.g. of the container's distribution, with libraries and fonts of its own. */
  executablePath?: string | undefined;
  /** Where the packaged browser is unpacked; below node_modules by default. */
  cacheFolder?: string;
  /** More folders with fonts. */
  fontFolders?: readonly string[];
}

/** Where Linux distributions install fonts. */
const OF_THE_MACHINE = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** All folders of a browser's fonts. An installed browser on another system than Linux knows other folders. */
export async function chromiumFontFolders(options: FontOptions): Promise<string[]> {
  const { executablePath, cacheFolder, fontFolders = [] } = options;
  const own = executablePath === undefined ? [(await unpackedChromium(cacheFolder)).fonts] : OF_THE_MACHINE;
  return [...own, ...fontFolders];
}

/** The rules of the machine, e.g. for the looks of letters. */
const RULES_OF_THE_MACHINE = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>';

/** The packaged browser uses nothing of the machine. Without this file, a machine that has no fonts draws no text at all. */
export async function fontsConfiguration(options: FontOptions, cache: string): Promise<string> {
  const elements = [
    ...(options.executablePath === undefined ? [] : [RULES_OF_THE_MACHINE]),
    ...(await chromiumFontFolders(options)).map((folder) => `<dir>${escaped(folder)}</dir>`),
    `<cachedir>${escaped(cache)}</cachedir>`,
  ];
  return `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${elements.join('\n')}\n</fontconfig>\n`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
