import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type Request, type Response } from 'express';
import { MemoryStore } from 'express-session';
import { BrowserSessions, hasSession } from './browser-sessions';

const browsers = new BrowserSessions({
  serviceSecret: { current: 'the secret of the services', accepted: ['the secret of the services'] },
  baseUrl: 'http://localhost',
});
const handler = browsers.handlerFor(new MemoryStore());
const { request: requestPrototype, response: responsePrototype } = express;

/** A request with these headers, whose session was opened. */
async function opened(headers: Record<string, string> = {}): Promise<{ request: Request; response: Response }> {
  const message = Object.assign(new IncomingMessage(new Socket()), { headers, url: '/', originalUrl: '/' });
  const request: Request = Object.setPrototypeOf(message, requestPrototype);
  const response: Response = Object.setPrototypeOf(new ServerResponse(message), responsePrototype);
  Object.assign(request, { app: express(), res: response });
  await browsers.open(handler, request, response);
  return { request, response };
}

describe('the session of a browser without the cookie', () => {
  it('is not created for a page that does not use it', async () => {
    expect(hasSession((await opened()).request)).toBe(false);
  });

  it('is created by the first use, and keeps its data', async () => {
    const { request } = await opened();
    request.session.flash = { notice: 'kept' };
    expect(hasSession(request)).toBe(true);
    expect(request.session.flash).toEqual({ notice: 'kept' });
  });
});

it('a browser with the cookie has its session from the start', async () => {
  const { request } = await opened({ cookie: 'almanac-session=unknown' });
  expect(hasSession(request)).toBe(true);
});
