import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { callsOutside, errorCode, temporaryFolder } from '@almanac/runtime';
import { type Browser, launch, type LaunchOptions } from 'puppeteer';
import { type FontOptions, fontsConfiguration, unpackedChromium } from './unpacked-chromium';

interface ChromiumOptions extends FontOptions {
  /** `none` by default: no host name resolves, and all connections fail. */
  network?: 'none' | 'open';
  /** Set it to false where user namespaces are forbidden. Always off for root, because the browser then runs as user `nobody`. */
  sandbox?: boolean;
}

/** Each option alone was observed to block the network; together they still do when a later version changes one of them. */
const WITHOUT_NETWORK = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
];

const WITHOUT_NAMESPACES =
  'The browser cannot make its sandbox: this machine forbids user namespaces. Allow them, or set CHROMIUM_SANDBOX=false to do without.';

const ERRORS_WITHIN_MS = 10_000;
const MAX_ERRORS_LENGTH = 1_000;

/** Containers give /dev/shm only 64 MB, and a headless browser needs no GPU. */
const ALWAYS = ['--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'];

/**
 * Starts a headless browser. The caller closes it, which also removes its home folder.
 * @throws when the browser cannot be unpacked or does not start
 */
export async function launchChromium(options: ChromiumOptions = {}): Promise<Browser> {
  callsOutside('the start of a browser');
  const { network = 'none', sandbox = true } = options;
  const home = await mkdtemp(path.join(temporaryFolder('almanac-chromium'), 'home-'));
  const removeHome = () => rm(home, { recursive: true, force: true, maxRetries: 5 });
  try {
    const { executablePath, libraries } = await programOf(options);
    const fontsFile = path.join(home, 'fonts.conf');
    await writeFile(fontsFile, await fontsConfiguration(options, path.join(home, 'font-cache')));
    const browser = await start({
      executablePath: isRoot() ? await asNobody(executablePath, home) : executablePath,
      headless: 'shell',
      // Not a debugging port, which other users of the machine could open.
      pipe: true,
      // In our home folder, because puppeteer's own folder would stay behind after a kill.
      userDataDir: path.join(home, 'profile'),
      env: { HOME: home, FONTCONFIG_FILE: fontsFile, ...libraries },
      args: [
        ...ALWAYS,
        ...(network === 'none' ? WITHOUT_NETWORK : []),
        ...(sandbox && !isRoot() ? [] : ['--no-sandbox']),
      ],
    });
    // Writes to a browser that died fail a moment later. An `error` event without a listener would end this process, and
    // puppeteer removes its listeners once it has noticed the disconnect.
    for (const pipe of browser.process()?.stdio ?? []) pipe?.on('error', () => undefined);
    // Remaining files are removed at the next start.
    browser.once('disconnected', () => {
      removeHome().catch(() => undefined);
    });
    return browser;
  } catch (failure) {
    await removeHome();
    throw failure;
  }
}

interface Start extends LaunchOptions {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/** Puppeteer tells only that the pipe was closed when the browser ends at once. */
async function start(options: Start): Promise<Browser> {
  try {
    return await launch(options);
  } catch (cause) {
    const errors = await errorsOf(options);
    if (errors === '') throw cause;
    const isForbidden = /No usable sandbox/i.test(errors);
    throw new Error(isForbidden ? WITHOUT_NAMESPACES : `The browser does not start: ${errors}`, { cause });
  }
}

/** Starts the browser once more, for an empty page. @returns its errors, or nothing when it works now */
function errorsOf({ executablePath, args, env }: Start): Promise<string> {
  const options = [...args, '--headless', '--dump-dom', 'about:blank'];
  return new Promise((resolve) =>
    execFile(executablePath, options, { env, timeout: ERRORS_WITHIN_MS }, (failure, _, errors) =>
      resolve(failure ? errors.trim().slice(0, MAX_ERRORS_LENGTH) : ''),
    ),
  );
}

async function programOf({ executablePath, cacheFolder }: ChromiumOptions) {
  if (executablePath !== undefined) return { executablePath, libraries: {} };
  const { executable, libraries } = await unpackedChromium(cacheFolder);
  return { executablePath: executable, libraries: { LD_LIBRARY_PATH: libraries } };
}

const run = promisify(execFile);

/** User `nobody` on Linux: it exists everywhere and owns nothing. */
const NOBODY = 65_534;
/** `setpriv` belongs to util-linux, which nearly every Linux has. */
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];

const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * For root: writes a script that runs the browser as user `nobody`, which becomes the owner of `home`. Code that escapes from
 * a browser of root would own the machine.
 * @returns the path of the script
 * @throws Error with advice when this machine cannot run it so
 */
async function asNobody(executable: string, home: string): Promise<string> {
  const [setpriv = '', ...options] = AS_NOBODY;
  await run(setpriv, [...options, 'test', '-x', executable]).catch((cause: unknown) => {
    const reason =
      errorCode(cause) === 'ENOENT'
        ? 'the program setpriv (of util-linux) is missing'
        : `the user nobody cannot run ${executable}; a folder on the way to it is closed`;
    throw new Error(`The browser never runs as root, and ${reason}. Start the service as another user.`, { cause });
  });
  const wrapper = path.join(home, 'chromium.sh');
  await writeFile(wrapper, `#!/bin/sh\nexec ${AS_NOBODY.join(' ')} ${quoted(executable)} "$@"\n`, { mode: 0o755 });
  for (const name of await readdir(home))
    if (path.join(home, name) !== wrapper) await chown(path.join(home, name), NOBODY, NOBODY);
  await chown(home, NOBODY, NOBODY);
  return wrapper;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
