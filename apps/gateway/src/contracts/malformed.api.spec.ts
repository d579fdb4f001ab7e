import { once } from 'node:events';
import { connect } from 'node:net';
import { sendRaw } from '../testing/client';
import { startGateway, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

async function running() {
  const seen: string[] = [];
  const CONTENT_URL = await startUpstream((req, res) => {
    seen.push(`${req.method} ${req.url}`);
    req.resume().on('end', () => res.end('ok'));
  });
  return { ...(await startGateway({ CONTENT_URL })), seen };
}

const smuggled = '0\r\n\r\nGET /api/smuggled HTTP/1.1\r\nHost: a\r\n\r\n';

describe('an ambiguous request', () => {
  it.each([
    ['both body lengths', `Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n${smuggled}`],
    ['both body lengths, the other way round', `Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n${smuggled}`],
    ['two content lengths', `Content-Length: 5\r\nContent-Length: 60\r\n\r\n${smuggled}`],
    ['a list of content lengths', `Content-Length: 5, 5\r\n\r\n${smuggled}`],
    ['a signed content length', `Content-Length: +5\r\n\r\n${smuggled}`],
    ['a coding that is no final chunked', `Transfer-Encoding: chunked, identity\r\n\r\n${smuggled}`],
    ['an unknown coding', `Transfer-Encoding: xchunked\r\n\r\n${smuggled}`],
    ['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n${smuggled}`],
    ['a folded header', `X-A: b\r\n Transfer-Encoding: chunked\r\n\r\n${smuggled}`],
    ['a bare line feed', `Transfer-Encoding: chunked\n\r\n${smuggled}`],
    ['a chunk size that is no number', `Transfer-Encoding: chunked\r\n\r\nzz\r\n${smuggled}`],
    ['no host', undefined],
    ['two hosts', 'Host: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
  ])('with %s receives 400 and smuggles no second request', async (_fault, rest) => {
    const { port, seen } = await running();
    const host = rest === undefined || rest.startsWith('Host') ? '' : 'Host: a\r\n';
    const answer = await sendRaw(port, `POST /api/pages HTTP/1.1\r\n${host}${rest ?? '\r\n'}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(seen.filter((line) => line.includes('smuggled'))).toEqual([]);
  });

  it('with an unsupported transfer coding receives 501', async () => {
    const { port, seen } = await running();
    const answer = await sendRaw(
      port,
      `POST /api/pages HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 501 /);
    expect(seen).toEqual([]);
  });
});

describe('a malformed request', () => {
  it('receives 400 with the shared error body', async () => {
    const { port } = await running();
    const answer = await sendRaw(port, 'GET /api/pages HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n');
    expect(answer).toContain('{"error":{"message":"The request is malformed.","code":400,"type":"malformed-request"}}');
  });

  it('with 40 KB of headers receives 431', async () => {
    const { port } = await running();
    expect(await sendRaw(port, `GET /api/pages HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });

  it.each([20_000, 500_000])('with an address of %d characters receives 414', async (length) => {
    const { port } = await running();
    const answer = await sendRaw(port, `GET /api/pages?${'x'.repeat(length)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 414 /);
    expect(answer).toContain(
      '"message":"The address of the request is too long.","code":414,"type":"address-too-long"',
    );
  });

  it('with a long address of the calendar receives the envelope of the calendar', async () => {
    const { port } = await running();
    const path = `/calendar/events/v1/events?${'x'.repeat(20_000)}`;
    const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
      data: { status: 414 },
      error: { code: 414, type: 'address-too-long' },
    });
  });

  it('receives 414 on a connection that served an earlier request', async () => {
    const { port, seen } = await running();
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    socket.write('GET /api/pages HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    let answer = '';
    socket
      .on('data', (chunk: string) => (answer += chunk))
      .write(`GET /api/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 414 /);
    expect(seen).toEqual(['GET /api/pages']);
  });

  it('after a valid request ends the connection without a second response', async () => {
    const { port } = await running();
    const answer = await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n');
    expect(answer.match(/HTTP\/1\.1/g) ?? []).toHaveLength(1);
  });
});
