import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServiceProcess, until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../apps/calendar-service/src/testing/calendar-app';
import { type ContentApp, startContent } from '../../../apps/content-service/src/testing/content-app';

const AT_ONCE = 8;
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
const HEAD =
  '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nBroken\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
const BODY = Buffer.from(`${HEAD}abc\r\n--x--\r\n`);
/** Several chunks of a file, so that a part is written before the body stops. */
const LONG_BODY = Buffer.concat([Buffer.from(HEAD), Buffer.alloc(400_000, 'a line\n'), Buffer.from('\r\n--x--\r\n')]);
const CUTS_IN_LONG_BODY = [HEAD.length + 1, 65_536, 131_071, 200_000, 399_999, LONG_BODY.length - 1];

interface Route {
  method: string;
  path: string;
}

/** How a body ends early: the connection breaks, or the stream ends as if it were complete. */
const WAYS = ['the connection breaks', 'the body ends too early'] as const;

interface Cut extends Route {
  body: Buffer;
  at: number;
  way: (typeof WAYS)[number];
}

const at = (route: Route, body: Buffer, places: readonly number[]): Cut[] =>
  WAYS.flatMap((way) => places.map((place) => ({ ...route, body, at: place, way })));
const everywhere = (route: Route): Cut[] => [
  ...at(route, BODY, [...BODY.keys()]),
  ...at(route, LONG_BODY, CUTS_IN_LONG_BODY),
];
/** Positions of the cut: in a text field, in the head of a file, in its content and at the end of the form. */
const hereAndThere = (route: Route): Cut[] => at(route, BODY, [60, HEAD.length - 10, HEAD.length + 1, BODY.length - 3]);

/** A service in its own process, with its own folder for temporary files. */
class Victim {
  private constructor(
    private readonly process: ServiceProcess,
    private readonly folder: string,
    private readonly token: string,
  ) {}

  static async start(
    service: Parameters<typeof ServiceProcess.start>[0],
    environment: object,
    token = '',
  ): Promise<Victim> {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-broken-uploads-'));
    return new Victim(await ServiceProcess.start(service, { ...environment, TMPDIR: folder }), folder, token);
  }

  async suffer(cuts: readonly Cut[]): Promise<void> {
    const left = [...cuts];
    const worker = async () => {
      for (let cut = left.shift(); cut; cut = left.shift()) await this.send(cut);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  async isWell(): Promise<boolean> {
    return this.process.lives && (await this.process.api.get('/readyz')).status === 200;
  }

  async temporaryFiles(): Promise<string[]> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  }

  async end(): Promise<void> {
    await this.process.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Resolves when the service has closed the connection. */
  private async send({ method, path: target, body, at: place, way }: Cut): Promise<void> {
    const length = way === 'the connection breaks' ? body.length : place;
    const socket = connect(Number(new URL(this.process.api.baseUrl).port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // A service that does not want the rest may reset the connection.
    socket.on('error', () => undefined).resume();
    const head = `${method} ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Token ${this.token}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;
    const bytes = Buffer.concat([
      Buffer.from(`${head}Content-Length: ${length}\r\nConnection: close\r\n\r\n`),
      body.subarray(0, place),
    ]);
    if (way === 'the connection breaks') socket.end(bytes);
    else socket.write(bytes);
    await closed;
  }
}

const filled = (path: string): string => path.replaceAll(/:\w+/g, '1').replaceAll(/\{.*?\}/g, '');
const writesOf = (routes: readonly Route[]): Route[] =>
  routes
    .filter(({ method }) => WRITES.includes(method))
    .map(({ method, path: target }) => ({ method, path: filled(target) }));

let content: ContentApp;
let calendar: CalendarApp;
const victims: Victim[] = [];
beforeAll(async () => {
  [content, calendar] = await Promise.all([startContent(), startCalendar()]);
  const admin = await content.given.admin();
  const organiser = calendar.content.user(['event-create', 'event-publish', 'event-import']);
  victims.push(await Victim.start('content-service', content.environment, admin.token));
  victims.push(await Victim.start('calendar-service', calendar.environment, organiser.token));
});
afterAll(async () => {
  await Promise.all(victims.map((victim) => victim.end()));
  await Promise.all([content.close(), calendar.close()]);
});

const EVENTS = '/calendar/events/v1';
const UPLOADS = [
  { service: 0, method: 'POST', path: '/api/attachments' },
  { service: 0, method: 'POST', path: '/api/image-gallery' },
  { service: 0, method: 'POST', path: '/api/imports' },
  { service: 0, method: 'PUT', path: '/api/books/1' },
  { service: 0, method: 'POST', path: '/api/nothing' },
  { service: 0, method: 'POST', path: '/login' },
  { service: 1, method: 'POST', path: `${EVENTS}/import` },
  { service: 1, method: 'POST', path: `${EVENTS}/events` },
  { service: 1, method: 'POST', path: `${EVENTS}/nothing` },
];

describe('a truncated multipart body', () => {
  it.each(UPLOADS)('crashes no service and leaves no file: $method $path', async ({ service, ...route }) => {
    const victim = victims[service]!;
    await victim.suffer(everywhere(route));
    expect(await victim.isWell()).toBe(true);
    await until(async () => (await victim.temporaryFiles()).length === 0);
  });

  it.each([
    ['content-service', 0, () => writesOf(content.routes)],
    ['calendar-service', 1, () => writesOf(calendar.routes)],
  ] as const)('crashes no service and leaves no file on the other routes of %s', async (_service, index, routes) => {
    const victim = victims[index]!;
    expect(routes().length).toBeGreaterThan(20);
    await victim.suffer(routes().flatMap(hereAndThere));
    expect(await victim.isWell()).toBe(true);
    await until(async () => (await victim.temporaryFiles()).length === 0);
  });
});
