import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unpackedChromium } from '@almanac/chromium';
import { ServiceProcess, until } from '@almanac/testing';
import { problem } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { browsersOf, cpuSeconds, renderersOf, signal } from './testing/browser-processes';
import { readPdf } from './testing/read-pdf';

const READING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all', 'content-export'];
const LONG = `<table>${'<tr><td>cell</td><td>cell</td></tr>'.repeat(20_000)}</table>`;

/** A service with a reader, and a page that prints fast. */
class Printing {
  private constructor(
    readonly app: ContentApp,
    private readonly headers: Record<string, string>,
    readonly small: number,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<Printing> {
    const app = await startContent(environment);
    const { token } = await app.given.user({ permissions: READING });
    const { id } = await app.given.page({ name: 'Small', html: '<p>Printed</p>' });
    return new Printing(app, { authorization: `Token ${token}` }, id);
  }

  print = (page = this.small, base = this.app.api.baseUrl): Promise<Response> =>
    fetch(new URL(`/api/pages/${page}/export/pdf`, base), { headers: this.headers });

  async works(base?: string): Promise<void> {
    const answer = await this.print(this.small, base);
    expect(answer.status).toBe(200);
    expect((await readPdf(await answer.arrayBuffer())).text).toContain('Printed');
  }
}

describe('a PDF export', () => {
  let printing: Printing;
  beforeAll(async () => void (printing = await Printing.start()));
  afterAll(() => printing.app.close());

  it.each([
    ['its main process', browsersOf],
    ['its renderers', renderersOf],
  ])(
    'returns 500 when the browser is killed (%s) during printing, and the following export succeeds',
    async (_, targets) => {
      const { id } = await printing.app.given.page({ html: LONG });
      await printing.works();
      const doomed = printing.print(id);
      // Only this document keeps a renderer busy for so long.
      await until(() => renderersOf(process.pid).some((pid) => cpuSeconds(pid) > 0.5));
      signal(targets(process.pid), 'SIGKILL');
      const answer = await doomed;
      expect({ status: answer.status, body: await answer.json() }).toEqual({
        status: 500,
        body: problem(500, 'The PDF could not be made. Try again.'),
      });
      await printing.works();
    },
  );

  it('succeeds after an idle browser with prepared pages was killed', async () => {
    await printing.works();
    await until(() => renderersOf(process.pid).length >= 2);
    signal(browsersOf(process.pid), 'SIGKILL');
    await until(() => browsersOf(process.pid).length === 0);
    await printing.works();
  });
});

it('the service replaces a browser that stops responding', async () => {
  const printing = await Printing.start({ EXPORT_PDF_TIMEOUT: '2' });
  try {
    await printing.works();
    const hanging = browsersOf(process.pid);
    signal(hanging, 'SIGSTOP');
    // A prepared page times out. Without one, the export waits for the next browser, or fails when that one was just starting.
    expect([200, 500, 503]).toContain((await printing.print()).status);
    await until(async () => (await printing.print()).status === 200);
    expect(browsersOf(process.pid)).not.toEqual(expect.arrayContaining(hanging));
  } finally {
    await printing.app.close();
  }
  expect(browsersOf(process.pid)).toEqual([]);
});

it('a slow browser start does not count towards the timeout of the first PDF', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-slow-browser-'));
  await chmod(folder, 0o755);
  const { executable, libraries } = await unpackedChromium();
  const slow = path.join(folder, 'chromium');
  await writeFile(slow, `#!/bin/sh\nsleep 4\nLD_LIBRARY_PATH='${libraries}' exec '${executable}' "$@"\n`, {
    mode: 0o755,
  });
  const printing = await Printing.start({ PUPPETEER_EXECUTABLE_PATH: slow, EXPORT_PDF_TIMEOUT: '3' });
  try {
    expect((await printing.print()).status).toBe(200);
  } finally {
    await printing.app.close();
    await rm(folder, { recursive: true });
  }
});

it('the service replaces browsers at their file limit during exports and leaves none running', async () => {
  const printing = await Printing.start({ EXPORT_PDF_PER_BROWSER: '2' });
  const seen = new Set<number>();
  try {
    const printOne = async () => {
      await printing.works();
      // Collected at once, because a browser ends soon after its last file.
      for (const pid of browsersOf(process.pid)) seen.add(pid);
    };
    for (let round = 0; round < 3; round += 1) await Promise.all([printOne(), printOne(), printOne()]);
    // No browser has made more than two of the nine files. Only the browser with ready pages stays idle.
    expect(seen.size).toBeGreaterThanOrEqual(3);
    await until(() => browsersOf(process.pid).length <= 2);
  } finally {
    await printing.app.close();
  }
  expect(browsersOf(process.pid)).toEqual([]);
});

describe('fifty concurrent PDF exports', () => {
  const MEGABYTE = 1_000_000;

  it('succeed or return 503 with Retry-After, within limits for memory and renderers', async () => {
    const printing = await Printing.start();
    const service = await ServiceProcess.start('content-service', printing.app.environment);
    try {
      const { id } = await printing.app.given.page({ html: `<p>${'many words '.repeat(20_000)}</p>` });
      const base = service.api.baseUrl;
      await printing.works(base);
      const before = service.residentBytes();
      let most = { renderers: 0, bytes: 0 };
      const watch = setInterval(() => {
        const now = { renderers: renderersOf(service.pid).length, bytes: service.residentBytes() };
        most = { renderers: Math.max(most.renderers, now.renderers), bytes: Math.max(most.bytes, now.bytes) };
      }, 200);
      const answers = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const answer = await printing.print(id, base);
          const length = (await answer.arrayBuffer()).byteLength;
          return { status: answer.status, wait: answer.headers.get('retry-after'), length };
        }),
      );
      clearInterval(watch);
      const made = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status === 503);
      // Two are printed while twenty wait.
      expect(made.length).toBeGreaterThanOrEqual(22);
      expect(made.length + refused.length).toBe(50);
      expect(made.every(({ length }) => length > 10_000)).toBe(true);
      expect(refused.every(({ wait }) => Number(wait) > 0)).toBe(true);
      // Two in use and two that are closing or being made ready.
      expect(most.renderers).toBeLessThanOrEqual(6);
      expect(most.bytes - before).toBeLessThan(250 * MEGABYTE);
      await printing.works(base);
      expect((await service.api.get('/healthz')).status).toBe(200);
    } finally {
      await service.kill();
      await printing.app.close();
    }
  });
});
