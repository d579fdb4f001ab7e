import type { RequestListener } from 'node:http';
import { until } from '@almanac/testing';
import { replicaAddresses, Upstream } from '../upstream/upstream';
import { send } from '../testing/client';
import { startGateway, startUpstream, stopAll } from '../testing/servers';

const NAME = 'content.test';
const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];

/** Requests that each replica got, by its address. */
let served: Record<string, number>;
beforeEach(() => (served = {}));
afterEach(stopAll);

/** A replica that counts its requests, and answers them as the listener does. @returns its port */
async function startReplica(host: string, listener: RequestListener, port = 0): Promise<number> {
  const counting: RequestListener = (req, res) => {
    if (req.url === '/api/pages') served[host] = (served[host] ?? 0) + 1;
    listener(req, res);
  };
  return Number(new URL(await startUpstream(counting, { host, port })).port);
}

const answers: RequestListener = (req, res) => void req.resume().once('end', () => res.end('ok'));

/** Three replicas at one port behind one name, each with its own listener; undefined for an address where nobody listens. */
async function startReplicas(...listeners: (RequestListener | undefined)[]): Promise<number> {
  let port = 0;
  for (const [index, listener] of listeners.entries())
    if (listener) port = await startReplica(ADDRESSES[index]!, listener, port);
  return port;
}

async function gatewayTo(port: number, addressesOf: () => readonly string[] = () => ADDRESSES) {
  const { url, logged } = await startGateway(
    { CONTENT_URL: `http://${NAME}:${port}` },
    { addressesOf: (name) => Promise.resolve(name === NAME ? addressesOf() : []) },
  );
  return { url, logged, ask: async (method = 'GET') => (await send(url, '/api/pages', { method })).status };
}

const several = async (count: number, ask: () => Promise<number>) =>
  Promise.all(Array.from({ length: count }, () => ask()));

describe('several addresses of a service', () => {
  it('share concurrent requests equally', async () => {
    const held: (() => void)[] = [];
    const holds: RequestListener = (_req, res) => void held.push(() => res.end('ok'));
    const { ask } = await gatewayTo(await startReplicas(holds, holds, holds));
    const statuses = several(30, ask);
    await until(() => held.length === 30);
    expect(served).toEqual({ '127.0.0.1': 10, '127.0.0.2': 10, '127.0.0.3': 10 });
    for (const release of held) release();
    expect(new Set(await statuses)).toEqual(new Set([200]));
  });

  it('spare a replica that is busy with slow requests', async () => {
    const held: (() => void)[] = [];
    const holds: RequestListener = (_req, res) => void held.push(() => res.end('ok'));
    const { ask } = await gatewayTo(await startReplicas(holds, answers, answers));
    const slow: Promise<number>[] = [];
    await until(() => {
      slow.push(ask());
      return held.length > 0;
    });
    const [before] = [served['127.0.0.1']];
    for (let one = 0; one < 12; one += 1) expect(await ask()).toBe(200);
    expect(served['127.0.0.1']).toBe(before);
    for (const release of held) release();
    await Promise.all(slow);
  });

  it('get the name of the service as their host', async () => {
    const hosts: (string | undefined)[] = [];
    const notes: RequestListener = (req, res) => {
      hosts.push(req.headers.host);
      res.end('ok');
    };
    const port = await startReplicas(notes, notes, notes);
    await several(6, (await gatewayTo(port)).ask);
    expect(new Set(hosts)).toEqual(new Set([`${NAME}:${port}`]));
  });
});

describe('a replica that cannot be reached', () => {
  it.each(['GET', 'POST', 'PUT'])('costs no request: %s goes to another one', async (method) => {
    const { ask } = await gatewayTo(await startReplicas(answers, undefined, answers));
    expect(new Set(await several(20, () => ask(method)))).toEqual(new Set([200]));
    expect(Object.keys(served).sort()).toEqual(['127.0.0.1', '127.0.0.3']);
  });

  it('does not lose the body of an upload', async () => {
    const sizes: number[] = [];
    const measures: RequestListener = (req, res) => {
      let size = 0;
      req.on('data', (chunk: Buffer) => (size += chunk.length));
      req.once('end', () => {
        sizes.push(size);
        res.end('ok');
      });
    };
    const { url } = await gatewayTo(await startReplicas(measures, undefined, undefined));
    const upload = () => send(url, '/api/pages', { method: 'POST', body: 'x'.repeat(1_000_000) });
    const statuses = [await upload(), await upload(), await upload()].map(({ status }) => status);
    expect([statuses, sizes]).toEqual([
      [200, 200, 200],
      [1_000_000, 1_000_000, 1_000_000],
    ]);
  });

  it('gets requests again once it listens', async () => {
    const port = await startReplicas(answers, answers, undefined);
    const { ask } = await gatewayTo(port);
    await several(10, ask);
    await startReplica('127.0.0.3', answers, port);
    await until(async () => {
      expect(await ask()).toBe(200);
      return (served['127.0.0.3'] ?? 0) > 0;
    });
  });

  it('causes 503 when it is the last one', async () => {
    const { ask } = await gatewayTo(1);
    expect(new Set(await several(5, ask))).toEqual(new Set([503]));
  });
});

describe('a replica that breaks connections', () => {
  const breaks: RequestListener = (req) => void req.socket.destroy();

  it('costs no read: another one answers it', async () => {
    const { ask } = await gatewayTo(await startReplicas(breaks, answers, answers));
    expect(new Set(await several(20, ask))).toEqual(new Set([200]));
  });

  it('gets no write twice: the caller learns of the failure', async () => {
    const { ask } = await gatewayTo(await startReplicas(breaks, breaks, breaks));
    expect(await ask('POST')).toBe(502);
    expect(Object.values(served)).toEqual([1]);
  });
});

describe('the addresses of a name', () => {
  it('may change: new ones get requests, removed ones none', async () => {
    const port = await startReplicas(answers, answers, answers);
    let current = ['127.0.0.1', '127.0.0.2'];
    const { ask } = await gatewayTo(port, () => current);
    await several(10, ask);
    expect(served['127.0.0.3']).toBeUndefined();
    current = ['127.0.0.2', '127.0.0.3'];
    await until(async () => (await ask()) === 200 && (served['127.0.0.3'] ?? 0) > 0);
    const before = served['127.0.0.1'];
    expect(new Set(await several(20, ask))).toEqual(new Set([200]));
    expect(served['127.0.0.1']).toBe(before);
  });

  it('are asked for once at a time, however long the answer takes', async () => {
    const lookup = jest.fn(() => new Promise<readonly string[]>(() => undefined));
    const upstream = new Upstream('content', `http://${NAME}:1`, {
      connectTimeoutMs: 100,
      responseTimeoutMs: 100,
      addressesOf: lookup,
    });
    await upstream['resolve']();
    expect(lookup).toHaveBeenCalledTimes(1);
    await upstream.close();
  });

  it('count by family, since one replica may have an address of each', async () => {
    const of = (...addresses: string[]) => replicaAddresses('name.test', () => Promise.resolve(addresses));
    expect(await of('10.0.0.2', '10.0.0.1', 'fd00::1', 'fd00::2')).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(await of('fd00::2', 'fd00::1')).toEqual(['fd00::1', 'fd00::2']);
    expect(await of('127.0.0.1', '::1')).toEqual([]);
    expect(await of('10.0.0.1', '10.0.0.1')).toEqual([]);
  });

  it('are not asked for when the URL has one', async () => {
    const fail = () => Promise.reject(new Error('asked'));
    expect([await replicaAddresses('10.0.0.1', fail), await replicaAddresses('[::1]', fail)]).toEqual([[], []]);
  });
});
