import { createServer, type RequestListener, type Server } from 'node:http';

/** A server on this machine that answers as a test defines, and counts its requests. */
export class StrangeServer {
  asked = 0;

  private constructor(
    private readonly server: Server,
    /** `127.0.0.1:<port>` */
    readonly host: string,
  ) {}

  static async start(answer: RequestListener): Promise<StrangeServer> {
    const server = createServer((request, response) => {
      strange.asked += 1;
      response.on('error', () => undefined);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
    const strange = new StrangeServer(server, `127.0.0.1:${address.port}`);
    return strange;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
