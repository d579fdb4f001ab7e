import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'puppeteer';
import { launchChromium } from './launch-chromium';
import { unpackedChromium } from './unpacked-chromium';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function launched(options: Parameters<typeof launchChromium>[0] = {}): Promise<Browser> {
  const browser = await launchChromium({ executablePath: process.env['PUPPETEER_EXECUTABLE_PATH'], ...options });
  opened.push(() => browser.close());
  return browser;
}

async function listener(): Promise<{ url: string; visits: string[] }> {
  const visits: string[] = [];
  const server: Server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.setHeader('Content-Type', 'text/html').end('<h1>Hello</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, visits };
}

/** A program in the place of the browser that writes an error and ends. */
const failing = (text: string) => replaced(`echo '${text}' >&2`);

/** A program in the place of the browser that runs a command and ends. */
async function replaced(command: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-failing-browser-'));
  opened.push(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  const program = path.join(folder, 'chromium');
  await writeFile(program, `#!/bin/sh\n${command}\nexit 1\n`, { mode: 0o755 });
  return program;
}

describe('a browser that does not start', () => {
  it.each([
    [
      '[1:1:FATAL:zygote_host_impl_linux.cc(129)] No usable sandbox!',
      /forbids user namespaces.*CHROMIUM_SANDBOX=false/,
    ],
    ['error while loading shared libraries: libnss3.so', /does not start: error while loading.*libnss3\.so/],
  ])('is reported with its cause: %s', async (text, message) => {
    await expect(launchChromium({ executablePath: await failing(text) })).rejects.toThrow(message);
  });
});

it('an installed browser uses the given fonts beside those of the machine', async () => {
  const executablePath = await replaced('cat "$FONTCONFIG_FILE" >&2');
  const started = launchChromium({ executablePath, fontFolders: ['/given/a&b'] });
  await expect(started).rejects.toThrow(
    /<include [^]*fonts\.conf[^]*<dir>\/usr\/share\/fonts<\/dir>[^]*<dir>\/given\/a&amp;b<\/dir>/,
  );
});

describe('the browser', () => {
  it('draws text on a machine without fonts', async () => {
    const page = await (await launched()).newPage();
    await page.setContent('<p style="display: inline-block; font-size: 20px">Almanac</p>');
    expect(await page.evaluate(`document.querySelector('p').getBoundingClientRect().width`)).toBeGreaterThan(40);
    expect(Buffer.from(await page.pdf()).toString('latin1')).toContain('/Font');
  });

  it('never runs as root', async () => {
    const browser = await launched();
    const status = await readFile(`/proc/${browser.process()?.pid}/status`, 'utf8');
    expect(Number(/^Uid:\t(\d+)/m.exec(status)?.[1])).not.toBe(0);
  });

  it('connects to a server when its network is open', async () => {
    const { url } = await listener();
    const page = await (await launched({ network: 'open' })).newPage();
    await page.goto(url);
    expect(await page.evaluate(`document.querySelector('h1').textContent`)).toBe('Hello');
  });

  it('makes no connection by default, not even for scripts, frames or page.goto', async () => {
    const { url, visits } = await listener();
    const page = await (await launched()).newPage();
    const socket = url.replace('http', 'ws');
    await page.setContent(
      `<img src="${url}/img"><iframe src="${url}/frame"></iframe><link rel="stylesheet" href="${url}/css">
       <script>fetch('${url}/fetch').catch(() => 0); navigator.sendBeacon('${url}/beacon'); new WebSocket('${socket}/socket');</script>`,
    );
    await page.waitForNetworkIdle();
    await expect(page.goto(url)).rejects.toThrow();
    expect(visits).toEqual([]);
  });

  it('does not crash this process when it dies during a call', async () => {
    const browser = await launched();
    browser.process()?.kill('SIGKILL');
    // Blocks the event loop, so that the browser ends before this process can notice it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    const answer = browser.version();
    await browser.disconnect();
    await expect(answer).rejects.toThrow();
    // The write fails a moment later, when puppeteer has removed its listeners.
    await setTimeout(50);
  });

  it('opens no debugging port', async () => {
    const browser = await launched();
    const started = browser.process()?.spawnargs.join(' ');
    expect(started).toContain('--remote-debugging-pipe');
    expect(started).not.toContain('--remote-debugging-port');
  });
});

describe('unpackedChromium', () => {
  it('creates one complete copy when two calls run concurrently', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-unpacking-'));
    opened.push(() => rm(folder, { recursive: true }));
    const [one, other] = await Promise.all([unpackedChromium(folder), unpackedChromium(folder)]);
    expect(one).toEqual(other);
    expect(await readdir(folder)).toHaveLength(1);
    expect(await readdir(path.dirname(one.executable))).toEqual(expect.arrayContaining(['chromium', 'fonts', 'lib']));
  });

  it('creates a copy that every user may run, whatever the umask is', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-unpacking-'));
    opened.push(() => rm(folder, { recursive: true }));
    await chmod(folder, 0o755);
    const umask = process.umask(0o077);
    opened.push(() => Promise.resolve(void process.umask(umask)));
    const browser = await launched({ executablePath: undefined, cacheFolder: path.join(folder, 'cache/chromium') });
    expect(await browser.version()).toMatch(/Chrome/);
    const entries = await readdir(folder, { recursive: true });
    const modes = await Promise.all(entries.map(async (name) => (await stat(path.join(folder, name))).mode & 0o777));
    expect([...new Set(modes)].toSorted()).toEqual([0o644, 0o755]);
  });

  it('removes an old abandoned copy, and keeps a recent one', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-unpacking-'));
    opened.push(() => rm(folder, { recursive: true }));
    const version = path.basename(path.dirname((await unpackedChromium()).executable));
    const [abandoned, running] = [path.join(folder, `${version}.abandoned`), path.join(folder, `${version}.running`)];
    for (const copy of [abandoned, running]) await mkdir(copy);
    await utimes(abandoned, new Date(), new Date(Date.now() - 2 * 60 * 60_000));
    await unpackedChromium(folder);
    expect((await readdir(folder)).toSorted()).toEqual([version, path.basename(running)]);
  });
});
