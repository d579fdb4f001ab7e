import { sendRaw } from '@almanac/testing';
import { NAMESPACE } from '../../config';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const author = () => app.content.user(['event-create', 'event-publish']);
const json = (text: string, caller: { token?: string } = {}) =>
  app.api.saying('application/json', caller).post('/events', text);
const begin = (lines: string[], body: string | Uint8Array = '{"title":"') =>
  sendRaw(
    app.api.baseUrl,
    [`POST /${NAMESPACE}/events HTTP/1.1`, 'Host: a', 'Content-Type: application/json', ...lines, '', ''].join('\r\n'),
    body,
  );

describe('the body of an unauthenticated request', () => {
  it('is read up to 64 kB, because parameters are checked before permissions', async () => {
    const padded = (event: object) => JSON.stringify({ ...event, unknown: 'x'.repeat(60_000) });
    expect(await json(padded({}))).toMatchObject({ status: 400, body: { code: 'rest_missing_callback_param' } });
    const dates = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };
    expect(await json(padded({ title: 'x', ...dates }))).toMatchObject({ status: 401 });
    expect(await json(JSON.stringify({ unknown: 'x'.repeat(64 * 1024) }))).toMatchObject({
      status: 413,
      body: { code: 'rest_payload_too_large', data: { status: 413 } },
    });
  });

  it('above 64 kB gets 413 at once, with or without Content-Length', async () => {
    expect(await begin(['Content-Length: 70000'])).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i);
    const chunk = `${(70_000).toString(16)}\r\n${' '.repeat(70_000)}\r\n`;
    expect(await begin(['Transfer-Encoding: chunked'], chunk)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is not read when the token is wrong', async () => {
    expect(await begin(['Authorization: Token 99:wrong', 'Content-Length: 1000'])).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('a request body', () => {
  it('of an unsupported type gets 415', async () => {
    for (const caller of [{}, author()]) {
      const answer = await app.api.saying('application/xml', caller).post('/events', '<title>x</title>');
      expect(answer).toMatchObject({
        status: 415,
        body: { code: 'rest_unsupported_media_type', error: { code: 415 } },
      });
      expect((await app.api.saying('text/plain', caller).put('/events/1', '{"title":"x"}')).status).toBe(415);
    }
  });

  it.each(['events', 'venues', 'organizers', 'categories', 'tags'])(
    'as plain text or binary counts as empty for new %s, as in the reference',
    async (kind) => {
      for (const type of ['text/plain', 'application/octet-stream']) {
        const answer = await app.api.saying(type, app.given.editor()).post(`/${kind}`, '{"title":"x"}');
        expect(answer).toMatchObject({ status: 400, body: { code: 'rest_missing_callback_param' } });
      }
    },
  );

  it.each(['__proto__', 'constructor', 'prototype'])(
    'with a member named %s is rejected without a server error',
    async (name) => {
      const texts = [
        `{"title":{"${name}":1}}`,
        `{"title":{"a":{"${name}":1}}}`,
        `{"title":"x","venue":{"${name}":1}}`,
        `[{"${name}":1}]`,
      ];
      for (const caller of [{}, author()]) {
        const answers = await Promise.all(texts.map((text) => json(text, caller)));
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
        const form = app.api.saying('application/x-www-form-urlencoded', caller);
        expect((await form.post('/events', `title[${name}]=1`)).status).toBe(400);
        expect((await app.api.as(caller).get(`/events?categories[${name}]=1&search[${name}]=1`)).status).not.toBe(500);
      }
    },
  );

  it('with _method is routed by that method', async () => {
    const { token } = app.content.user(['event-create', 'event-publish', 'event-delete-own', 'event-update-own']);
    const event = { title: 'x', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };
    const { body } = await app.api.as({ token }).post('/events', event);
    const id = Number(Object(body).id);
    expect(await app.api.as({ token }).post(`/events/${id}`, { _method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { status: 'trash' },
    });
  });
});
