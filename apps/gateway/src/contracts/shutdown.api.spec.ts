import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { send } from '../testing/client';
import { startGateway, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

/** A gateway with one running request, which the upstream answers on demand. */
async function withRunningRequest() {
  let finish: () => void = () => undefined;
  let arrived: () => void = () => undefined;
  const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
  const CONTENT_URL = await startUpstream((_req, res) => {
    finish = () => res.end('done');
    arrived();
  });
  const { url, gateway } = await startGateway({ CONTENT_URL });
  const agent = new Agent({ keepAlive: true });
  const ask = async (path: string) => {
    const [res] = (await once(request(url, { path, agent }).end(), 'response')) as [IncomingMessage];
    return [res.statusCode, res.headers.connection, await text(res)];
  };
  const idle = new Agent({ keepAlive: true });
  await text((await once(request(url, { path: '/nowhere', agent: idle }).end(), 'response'))[0]);
  const answered = ask('/api/pages');
  await hasArrived;
  const destroy = () => [agent, idle].forEach((each) => each.destroy());
  return { url, gateway, answered, idle, finish: () => finish(), destroy };
}

describe('a stopping gateway', () => {
  it('fails the readiness probe at once and still answers requests', async () => {
    const { url, gateway } = await startGateway({});
    gateway.announceStopping();
    const { status, body } = await send(url, '/readyz');
    expect([status, JSON.parse(body)]).toEqual([503, { status: 'stopping', checks: {} }]);
    expect((await send(url, '/healthz')).status).toBe(200);
  });

  it('refuses new connections, finishes running requests and answers idle connections once more', async () => {
    const { url, gateway, answered, idle, finish, destroy } = await withRunningRequest();
    const drained = gateway.server.drain({ idleMs: 60_000, limitMs: 60_000 });
    await expect(send(url, '/healthz')).rejects.toThrow('ECONNREFUSED');
    const [last] = (await once(request(url, { path: '/healthz', agent: idle }).end(), 'response')) as [IncomingMessage];
    expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
    await text(last);
    finish();
    expect(await answered).toEqual([200, 'close', 'done']);
    await drained;
    destroy();
  });
});
