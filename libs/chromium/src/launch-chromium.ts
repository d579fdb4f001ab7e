import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@almanac/process';
import { type Browser, launch } from 'puppeteer';
import { asNobody, isRoot } from './unprivileged';
import { unpackedChromium } from './unpacked-chromium';

export interface ChromiumOptions {
  /** An installed browser, e.g. of the container's distribution, with libraries and fonts of its own. */
  executablePath?: string;
  /** Where the packaged browser is unpacked; below node_modules unless given. */
  cacheFolder?: string;
  /** More folders with fonts for the packaged browser. */
  fontFolders?: readonly string[];
  /** `none`, unless given: no name resolves, no address is reached. */
  network?: 'none' | 'open';
  /** False where user namespaces are forbidden. It is off below root, where the browser runs as nobody instead. */
  sandbox?: boolean;
}

/** Each of them alone was seen to hold; together they also hold when one of them changes its meaning. */
const WITHOUT_NETWORK = ['--host-resolver-rules=MAP * ~NOTFOUND', '--proxy-server=http://127.0.0.1:9', '--proxy-bypass-list=<-loopback>'];

const WITHOUT_NAMESPACES =
  'The browser cannot make its sandbox: this machine forbids user namespaces. Allow them, or set CHROMIUM_SANDBOX=false to do without.';

/** Containers give /dev/shm 64 MB; nobody looks at the screen. */
const ALWAYS = ['--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'];

/**
 * A new headless browser. Close it; its home folder goes with it.
 * @throws when the browser cannot be unpacked or does not start
 */
export async function launchChromium(options: ChromiumOptions = {}): Promise<Browser> {
  const { network = 'none', sandbox = true } = options;
  const home = await mkdtemp(path.join(temporaryFolder('almanac-chromium'), 'home-'));
  const removeHome = () => rm(home, { recursive: true, force: true, maxRetries: 5 });
  try {
    const { executablePath, env } = options.executablePath
      ? { executablePath: options.executablePath, env: {} }
      : await packaged(options, home);
    const browser = await launch({
      executablePath: isRoot() ? await asNobody(executablePath, home) : executablePath,
      headless: 'shell',
      // A pipe instead of a debugging port that others on the machine could open.
      pipe: true,
      // Not in the temporary folder itself, where it would outlive a killed process.
      userDataDir: path.join(home, 'profile'),
      env: { HOME: home, ...env },
      args: [...ALWAYS, ...(network === 'none' ? WITHOUT_NETWORK : []), ...(sandbox && !isRoot() ? [] : ['--no-sandbox'])],
    });
    // What is written to a browser that died fails a moment later. That it has gone is told otherwise, but a failure that nobody
    // listens to ends this process: puppeteer does not listen any more once it knows.
    for (const pipe of browser.process()?.stdio ?? []) pipe?.on('error', () => undefined);
    // What cannot be removed now is removed at the next start.
    browser.once('disconnected', () => {
      removeHome().catch(() => undefined);
    });
    return browser;
  } catch (failure) {
    await removeHome();
    if (failure instanceof Error && /No usable sandbox/i.test(failure.message)) throw new Error(WITHOUT_NAMESPACES, { cause: failure });
    throw failure;
  }
}

async function packaged({ cacheFolder, fontFolders = [] }: ChromiumOptions, home: string) {
  const { executable, libraries, fonts } = await unpackedChromium(cacheFolder);
  const fontsFile = path.join(home, 'fonts.conf');
  await writeFile(fontsFile, fontsConfiguration([fonts, ...fontFolders], path.join(home, 'font-cache')));
  return { executablePath: executable, env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fontsFile } };
}

/** Without it a machine that has no fonts draws no text at all. */
function fontsConfiguration(folders: readonly string[], cache: string): string {
  const elements = [...folders.map((folder) => `<dir>${escaped(folder)}</dir>`), `<cachedir>${escaped(cache)}</cachedir>`];
  return `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${elements.join('\n')}\n</fontconfig>\n`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
