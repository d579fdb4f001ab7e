import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import { metrics } from './metrics';

/** Gauges that prom-client names like counters. It has each of them once more, by type. */
const MISNAMED = ['resources', 'handles', 'requests'].map((kind) => `nodejs_active_${kind}_total`);

/**
 * Serves the metrics of this process as Prometheus text at `/metrics`, on a port of its own, so that they are not public.
 * Also starts prom-client's own metrics: memory, processor time, event-loop delay (p99, max) since the last scrape.
 */
export async function serveMetrics(port: number, host: string): Promise<Server> {
  if (metrics.getSingleMetric('process_cpu_seconds_total') === undefined) {
    collectDefaultMetrics({ register: metrics });
    for (const name of MISNAMED) metrics.removeSingleMetric(name);
  }
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  // This server must not keep a program alive that has finished its work.
  server.unref();
  return server;
}
