import { sendRaw, ServiceProcess } from '@almanac/testing';
import { startGateway, stopAll } from '../../../apps/gateway/src/testing/servers';
import { type CalendarApp, startCalendar } from '../../../apps/calendar-service/src/testing/calendar-app';
import { type ContentApp, startContent } from '../../../apps/content-service/src/testing/content-app';

const MEGABYTE = 1024 * 1024;

let content: ContentApp;
let calendar: CalendarApp;
let gateway: string;
let token: string;
beforeAll(async () => {
  [content, calendar] = await Promise.all([startContent(), startCalendar()]);
  token = (await content.given.editor()).token;
  ({ url: gateway } = await startGateway({ CONTENT_URL: content.api.baseUrl, CALENDAR_URL: calendar.api.baseUrl }));
});
afterAll(async () => {
  await stopAll();
  await Promise.all([content.close(), calendar.close()]);
});

const head = (path: string, headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', ''].join('\r\n');
const JSON_BODY = 'Content-Type: application/json';
const EVENTS = '/calendar/events/v1/events';

/** The services refuse these requests before they read the body, while the gateway has already sent a part of it. */
describe('the refusal of a large body', () => {
  it.each([
    ['of a stranger', 401, '/api/books', () => [JSON_BODY]],
    ['of a stranger for the calendar', 413, EVENTS, () => [JSON_BODY]],
    ['that is too large for its route', 413, '/api/books', () => [JSON_BODY, `Authorization: Token ${token}`]],
    ['of an unknown type', 415, '/api/books', () => ['Content-Type: application/xml', `Authorization: Token ${token}`]],
  ])('%s reaches the caller through the gateway', async (_whose, status, path, headers) => {
    const length = 20 * MEGABYTE;
    const all = Buffer.alloc(length, ' ');
    const announced = await sendRaw(gateway, head(path, [...headers(), `Content-Length: ${length}`]), all);
    expect(announced).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const chunks = [`${length.toString(16)}\r\n`, all, '\r\n0\r\n\r\n'];
    expect(await sendRaw(gateway, head(path, [...headers(), 'Transfer-Encoding: chunked']), ...chunks)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} `),
    );
  });

  it('leaves the services ready for other callers', async () => {
    const others = Array.from(
      { length: 20 },
      async (_, index) => (await fetch(`${gateway}${index % 2 ? '/readyz' : EVENTS}`)).status,
    );
    expect(new Set(await Promise.all(others))).toEqual(new Set([200]));
  });
});

it('content-service refuses large bodies of any shape without parsing them', async () => {
  const service = await ServiceProcess.start('content-service', content.environment);
  try {
    const [books, shapes] = [head('/api/books', [JSON_BODY]), ['{},', '[],', '"a",', '[[[']];
    const send = (shape: string) => {
      const body = Buffer.alloc(55 * MEGABYTE, shape);
      return sendRaw(
        service.api.baseUrl,
        books.replace('\r\n\r\n', `\r\nContent-Length: ${body.length}\r\n\r\n`),
        body,
      );
    };
    const before = service.residentBytes();
    const answers = await Promise.all(shapes.map(send));
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(shapes.map(() => 'HTTP/1.1 401'));
    // Parsed, each body would take more than a gigabyte.
    const grown = service.residentBytes() - before;
    expect(grown).toBeLessThan(300 * MEGABYTE);
  } finally {
    await service.kill();
  }
});
