import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { VisitingBrowser } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../testing/content-app';

/** The requests that the calendar got. */
const asked: IncomingMessage[] = [];
let answer: (response: ServerResponse) => void;
const calendar = createServer((request, response) => {
  asked.push(request);
  answer(response);
});

let app: ContentApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => calendar.listen(0, '127.0.0.1', resolve));
  const address = calendar.address();
  if (typeof address !== 'object' || address === null) throw new Error('the calendar does not listen');
  app = await startContent({ CALENDAR_URL: `http://127.0.0.1:${address.port}` });
});
afterAll(async () => {
  await app.close();
  calendar.closeAllConnections();
  await new Promise((resolve) => calendar.close(resolve));
});

const events = [{ title: 'Fair & square', path: '/event/fair/', datetime: '2031-05-01', times: '1 May 2031' }];
const answers = (status: number, body: object) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe('the next events on the home page', () => {
  it('come from the calendar, which gets the cookies of the visitor', async () => {
    answer = answers(200, { events });
    const browser = new VisitingBrowser(app.api);
    browser.cookies.set('some-session', 'abc');
    const { text } = await browser.get('/');
    expect(text).toContain('<a href="/event/fair/"><bdi>Fair &amp; square</bdi></a>');
    expect(asked.at(-1)).toMatchObject({ url: '/internal/next-events', headers: { cookie: 'some-session=abc' } });
  });

  it.each([
    ['has none', answers(200, { events: [] })],
    ['fails', answers(500, {})],
    ['answers with something else', (response: ServerResponse) => void response.end('<html>')],
    ['does not answer', () => undefined],
  ])('are absent when the calendar %s', async (_how, now) => {
    answer = now;
    const { status, text } = await new VisitingBrowser(app.api).get('/');
    expect([status, text]).toEqual([200, expect.not.stringContaining('Next events')]);
  });
});

it('the address of an event without a slug leads to the calendar', async () => {
  const { status, headers } = await new VisitingBrowser(app.api).get('/?p=12');
  expect([status, headers.get('location')]).toEqual([303, '/event?p=12']);
});
