import { createServer, get } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { currentCaller } from '@almanac/rate-limit';
import { until } from '@almanac/testing';
import { callerSignal, MAX_REQUEST_MS, rememberRequest } from './request-context';

/** Serves one request with a handler. */
async function serving(handler: RequestHandler) {
  const server = createServer(express().use(rememberRequest, handler)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

const later = (ms: number) => jest.spyOn(performance, 'now').mockReturnValue(performance.now() + ms);
afterEach(() => jest.restoreAllMocks());

describe('the signal of a request', () => {
  it('aborts when the caller disconnects before the response', async () => {
    let signal: AbortSignal | undefined;
    const { port, close } = await serving(() => void (signal = callerSignal()));
    const request = get({ port, host: '127.0.0.1' }).on('error', () => undefined);
    await until(() => signal !== undefined);
    expect(signal?.aborted).toBe(false);
    request.destroy();
    await until(() => signal?.aborted === true);
    close();
  });

  it('does not abort after a complete response', async () => {
    let signal: AbortSignal | undefined;
    const { port, close } = await serving((_request, response) => {
      signal = callerSignal();
      response.on('close', () => setImmediate(close)).end('done');
    });
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
    expect(signal?.aborted).toBe(false);
  });

  it('aborts with 503 after the time limit, unless the response has begun', async () => {
    const late: (number | undefined)[] = [];
    const { port, close } = await serving((_request, response) => {
      later(MAX_REQUEST_MS + 1);
      if (_request.url === '/stream') response.flushHeaders();
      const reason: unknown = callerSignal()?.reason;
      late.push(
        typeof reason === 'object' && reason !== null && 'status' in reason ? Number(reason.status) : undefined,
      );
      response.end();
      jest.restoreAllMocks();
    });
    await fetch(`http://127.0.0.1:${port}/stream`);
    await fetch(`http://127.0.0.1:${port}/`);
    expect(late).toEqual([undefined, 503]);
    close();
  });

  it('does not exist outside of requests', () => {
    expect(callerSignal()).toBeUndefined();
  });
});

it('the code that serves a request works for its caller', async () => {
  let caller = '';
  const { port, close } = await serving(async (_request, response) => {
    await new Promise(setImmediate);
    caller = currentCaller();
    response.on('close', () => setImmediate(close)).end('done');
  });
  await fetch(`http://127.0.0.1:${port}`);
  expect({ caller, outside: currentCaller() }).toEqual({ caller: 'ip:127.0.0.1', outside: '' });
});
