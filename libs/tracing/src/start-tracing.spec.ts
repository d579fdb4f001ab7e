import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { createLogger, metrics, tracer } from '@almanac/observability';
import { Collector, until } from '@almanac/testing';
import { startTracing } from './start-tracing';

const ROOT = path.resolve(__dirname, '../../..');
const MAX_UNSENT = 4_096;
/** Far more than any machine needs; the tests wait for ends, not for times. */
const LONG_MS = 600_000;

const quiet = createLogger({ level: 'silent', format: 'json', name: 'test' });
const settings = (endpoint: string, ratio = 1) => ({ endpoint, headers: '', attributes: '', ratio });
const end = (name: string) => tracer()?.startRoot(name, {}).end();

/** How many spans ended in this way so far, in this file. */
async function counted(outcome: string): Promise<number> {
  const { values = [] } = (await metrics.getSingleMetric('almanac_trace_spans_total')?.get()) ?? {};
  return values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
}

/** A collector that accepts connections and never answers. */
async function silentCollector() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}

it('a program without a collector does not load the SDK', () => {
  const script = `
    for (const program of ['libs/lifecycle/src', 'apps/gateway/src/gateway']) require('./' + program);
    console.log(JSON.stringify(Object.keys(require.cache).filter((file) => /@opentelemetry.(?!api)/.test(file))));`;
  const loader = ['--require', path.join(ROOT, 'tools/typescript.cjs'), '--eval', script];
  expect(JSON.parse(execFileSync(process.execPath, loader, { cwd: ROOT, encoding: 'utf8' }))).toEqual([]);
});

it('spans are sent with the attributes of the settings before tracing stops', async () => {
  const collector = await Collector.start();
  const stop = startTracing({ ...settings(collector.url), attributes: 'team=library' }, 'tester', quiet);
  end('first');
  await stop(LONG_MS);
  expect(collector.spans).toMatchObject([{ name: 'first', service: 'tester' }]);
  expect(collector.received).toContain('"library"');
  expect(tracer()).toBeUndefined();
  await collector.stop();
});

it('the ratio decides about new traces, and the caller about its own', async () => {
  const collector = await Collector.start();
  const stop = startTracing(settings(collector.url, 0), 'tester', quiet);
  end('new');
  for (const flags of ['00', '01'])
    tracer()
      ?.startRoot(`flags ${flags}`, { traceparent: `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}` })
      .end();
  await stop(LONG_MS);
  expect(collector.spans.map(({ name }) => name)).toEqual(['flags 01']);
  await collector.stop();
});

it.each(['nonsense', '00-0-0-01', '00-00000000000000000000000000000000-b7ad6b7169203331-01'])(
  'the traceparent %s begins a new trace',
  async (traceparent) => {
    const collector = await Collector.start();
    const stop = startTracing(settings(collector.url), 'tester', quiet);
    tracer()?.startRoot('new', { traceparent }).end();
    await stop(LONG_MS);
    expect(collector.spans).toEqual([expect.not.objectContaining({ parentSpanId: expect.anything() })]);
    await collector.stop();
  },
);

it('with a silent collector, spans beyond the limit are dropped and counted, and the stop does not wait', async () => {
  const collector = await silentCollector();
  const [dropped, failed] = [await counted('dropped'), await counted('failed')];
  const stop = startTracing(settings(collector.url), 'tester', quiet);
  // In one go: nothing can be sent meanwhile.
  for (let i = 0; i < MAX_UNSENT + 1_000; i += 1) end('unsent');
  expect((await counted('dropped')) - dropped).toBe(1_000);
  await stop(1);
  expect(tracer()).toBeUndefined();
  expect(await counted('failed')).toBe(failed);
  collector.close();
  // No attempt may go on in the next test.
  await until(async () => (await counted('failed')) - failed === MAX_UNSENT);
});

it('the log reports an unreachable collector once', async () => {
  const { url, close } = await silentCollector();
  close();
  const lines: string[] = [];
  const logger = createLogger(
    { level: 'info', format: 'json', name: 'test' },
    { write: (line) => void lines.push(line) },
  );
  const before = await counted('failed');
  const stop = startTracing(settings(url), 'tester', logger);
  for (let i = 0; i < 1_000; i += 1) end('unsent');
  await stop(LONG_MS);
  await until(async () => (await counted('failed')) - before === 1_000);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('spans cannot be sent to the collector');
});
