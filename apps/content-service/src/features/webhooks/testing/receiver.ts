import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';

export interface ReceivedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks on this machine. Each webhook of a test has its own path. */
export class Receiver {
  readonly messages: ReceivedMessage[] = [];
  /** Answers of paths other than 204; they may never come. */
  readonly answers = new Map<string, (response: ServerResponse) => void>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const path = request.url ?? '';
        receiver.messages.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
        const answer = receiver.answers.get(path) ?? ((plain: ServerResponse) => plain.writeHead(204).end());
        answer(response);
      });
    });
    const receiver = new Receiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  urlOf(path: string): string {
    const address = this.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the receiver does not listen');
    return `http://127.0.0.1:${address.port}${path}`;
  }

  at(path: string): ReceivedMessage[] {
    return this.messages.filter((message) => message.path === path);
  }

  /** The bodies that arrived at a path. */
  bodies(path: string): Record<string, unknown>[] {
    return this.at(path).map(({ body }) => {
      const parsed: Record<string, unknown> = JSON.parse(body);
      return parsed;
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
