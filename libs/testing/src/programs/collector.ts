import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

/** A span as the collector received it. */
export interface ReceivedSpan {
  /** The program that sent it. */
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, unknown>;
  hasFailed: boolean;
}

interface Pair {
  key: string;
  value: Record<string, unknown>;
}

/** The parts of OTLP's JSON that tests read. */
interface Export {
  resourceSpans: {
    resource: { attributes: Pair[] };
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes' | 'hasFailed' | 'service'> & {
        attributes: Pair[];
        status: { code?: number };
      })[];
    }[];
  }[];
}

const ERROR = 2;

/** A collector of traces that takes OTLP over HTTP, as JSON. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  /** Everything that arrived, as text. */
  received = '';
  headers: IncomingHttpHeaders = {};

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Collector> {
    const server = createServer((request, response) => {
      text(request).then(
        (body) => {
          collector.take(body, request.headers);
          response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
        },
        () => response.destroy(),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the collector has no port');
    const collector = new Collector(server, `http://127.0.0.1:${address.port}`);
    return collector;
  }

  trace(id: string): ReceivedSpan[] {
    return this.spans.filter(({ traceId }) => traceId === id);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(body: string, headers: IncomingHttpHeaders): void {
    this.received += body;
    this.headers = headers;
    const sent: Export = JSON.parse(body);
    for (const { resource, scopeSpans } of sent.resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const { spans } of scopeSpans)
        for (const { status, attributes, ...span } of spans)
          this.spans.push({
            ...span,
            service,
            attributes: valuesOf(attributes),
            hasFailed: status.code === ERROR,
          });
    }
  }
}

const valuesOf = (pairs: Pair[]): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));
