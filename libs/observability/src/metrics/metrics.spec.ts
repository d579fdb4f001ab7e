import { reportCache, counter, gauge, histogram, metrics, serveMetrics } from './metrics';

const shown = async (name: string) => (await metrics.metrics()).split('\n').filter((line) => line.startsWith(name));

describe('metrics', () => {
  it('share one counter per name', async () => {
    counter('almanac_test_total', 'Tests.', ['kind']).inc({ kind: 'a' });
    counter('almanac_test_total', 'Tests.', ['kind']).inc({ kind: 'a' }, 2);
    expect(await shown('almanac_test_total')).toEqual(['almanac_test_total{kind="a"} 3']);
  });

  it('measure durations in buckets', async () => {
    histogram('almanac_test_seconds', 'Tests.', [], [1, 2]).observe(1.5);
    histogram('almanac_test_seconds', 'Tests.', [], [1, 2]).observe(0.5);
    expect(await shown('almanac_test_seconds_bucket')).toEqual([
      'almanac_test_seconds_bucket{le="1"} 1',
      'almanac_test_seconds_bucket{le="2"} 2',
      'almanac_test_seconds_bucket{le="+Inf"} 2',
    ]);
  });

  it('have the memory of each cache at the time of the scrape', async () => {
    let bytes = 1;
    reportCache('test', () => bytes);
    bytes = 2;
    expect(await shown('almanac_cache_bytes')).toEqual(['almanac_cache_bytes{cache="test"} 2']);
  });

  it('read a gauge at each scrape with its latest function', async () => {
    gauge('almanac_test_size', 'Tests.', () => 1);
    let size = 2;
    gauge('almanac_test_size', 'Tests.', () => size);
    expect(await shown('almanac_test_size')).toEqual(['almanac_test_size 2']);
    size = 3;
    expect(await shown('almanac_test_size')).toEqual(['almanac_test_size 3']);
  });
});

describe('serveMetrics', () => {
  it('returns event-loop delay and memory at /metrics, and 404 elsewhere', async () => {
    const servers = [await serveMetrics(0, '127.0.0.1'), await serveMetrics(0, '127.0.0.1')];
    const [address] = servers.map((server) => server.address());
    const url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : ''}`;
    const answer = await fetch(`${url}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    const text = await answer.text();
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_eventloop_lag_max_seconds',
      'process_resident_memory_bytes',
    ]) {
      expect(text).toMatch(new RegExp(`^${name} `, 'm'));
    }
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }));
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
    expect((await fetch(`${url}/healthz`)).status).toBe(404);
    for (const server of servers) server.close();
  });
});
