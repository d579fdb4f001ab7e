import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The body is made anew for each request. */
type BusyRequest = readonly [method: string, path: string, body?: () => object | FormData];

/** A caller that sends one request after the other on a kept-alive connection and never retries. */
export class BusyCaller {
  answered = 0;
  readonly failures: string[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly over: Promise<void>;
  private isOver = false;

  constructor(
    private readonly base: string,
    private readonly token: string,
    private readonly requests: readonly BusyRequest[],
  ) {
    this.over = this.work();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.over;
    this.agent.destroy();
  }

  private async work(): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      const [method, path, body] = this.requests[turn % this.requests.length]!;
      try {
        const { status, answer } = await this.send(method, path, await encoded(body?.()));
        if (status < 300) this.answered += 1;
        else this.failures.push(`${method} ${path}: ${status} ${answer.slice(0, 200)}`);
      } catch (failure) {
        this.failures.push(`${method} ${path}: ${String(failure)}`);
      }
    }
  }

  private send(method: string, path: string, { type, bytes }: Encoded): Promise<{ status: number; answer: string }> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Token ${this.token}`, 'content-type': type };
      const sent = request(new URL(path, this.base), { method, agent: this.agent, headers });
      sent.on('error', reject);
      sent.on('response', (response: IncomingMessage) => {
        text(response).then((answer) => resolve({ status: response.statusCode ?? 0, answer }), reject);
      });
      sent.end(bytes);
    });
  }
}

interface Encoded {
  type: string;
  bytes: Uint8Array | undefined;
}

async function encoded(body: object | FormData | undefined): Promise<Encoded> {
  const type = 'application/json';
  if (body === undefined) return { type, bytes: undefined };
  if (!(body instanceof FormData)) return { type, bytes: Buffer.from(JSON.stringify(body)) };
  const form = new Response(body);
  return { type: form.headers.get('content-type') ?? '', bytes: await form.bytes() };
}
