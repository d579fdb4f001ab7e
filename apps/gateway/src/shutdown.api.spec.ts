import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { send } from './testing/client';
import { startGateway, startUpstream, stopAll } from './testing/servers';

afterEach(stopAll);

/** A gateway with one request under way, which the upstream answers when told. */
async function withRunningRequest(agent: Agent | false = false) {
  let finish: () => void = () => undefined;
  let arrived: () => void = () => undefined;
  const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
  const CONTENT_URL = await startUpstream((_req, res) => {
    finish = () => res.end('done');
    arrived();
  });
  const { url, gateway } = await startGateway({ CONTENT_URL });
  const req = request(url, { path: '/api/pages', agent }).end();
  const answered = once(req, 'response');
  answered.catch(() => undefined);
  await hasArrived;
  return { url, gateway, answered, finish: () => finish() };
}

describe('stopping', () => {
  it('accepts nothing new, but finishes what runs', async () => {
    const agent = new Agent({ keepAlive: true });
    const { url, gateway, answered, finish } = await withRunningRequest(agent);
    const stopped = gateway.stop(60_000);
    await expect(send(url, '/healthz')).rejects.toThrow('ECONNREFUSED');
    finish();
    const [res] = await answered;
    expect([res.statusCode, res.headers.connection, await text(res)]).toEqual([200, 'close', 'done']);
    await stopped;
    agent.destroy();
  });

  it('does not wait for idle connections', async () => {
    const agent = new Agent({ keepAlive: true });
    const { url, gateway } = await startGateway({});
    const [res] = await once(request(url, { path: '/healthz', agent }).end(), 'response');
    await text(res);
    await gateway.stop(60_000);
    agent.destroy();
  });

  it('cuts off what runs longer than the grace', async () => {
    const { gateway, answered } = await withRunningRequest();
    await gateway.stop(50);
    await expect(answered).rejects.toThrow('socket hang up');
  });

  it('can be asked for twice', async () => {
    const { gateway } = await startGateway({});
    await Promise.all([gateway.stop(0), gateway.stop(0)]);
  });
});
