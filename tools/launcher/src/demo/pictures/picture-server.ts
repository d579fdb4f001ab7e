import { createServer, type Server } from 'node:http';
import { readPicture } from './pictures';

/**
 * Offers the demo's pictures on a loopback port. The calendar takes pictures by address only, and fetches none from this machine unless
 * `OUTGOING_ALLOWED_HOSTS` names the host with its port. The port is a random one.
 */
export class PictureServer {
  private constructor(
    private readonly server: Server,
    /** `127.0.0.1:<port>` */
    readonly host: string,
  ) {}

  static async start(): Promise<PictureServer> {
    const server = createServer((request, response) => {
      const name = /^\/([a-z-]+)\.webp$/.exec(request.url ?? '')?.[1];
      const picture = name === undefined ? undefined : pictureOrNone(name);
      if (picture) response.writeHead(200, { 'Content-Type': 'image/webp' }).end(picture);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', () => resolve()));
    server.unref();
    const address = server.address();
    return new PictureServer(server, `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  }

  url(name: string): string {
    return `http://${this.host}/${name}.webp`;
  }

  /** Value of `OUTGOING_ALLOWED_HOSTS` that also allows this server. */
  allowedBeside(hosts: string | undefined): string {
    return hosts ? `${hosts},${this.host}` : this.host;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

function pictureOrNone(name: string): Buffer | undefined {
  try {
    return readPicture(name);
  } catch {
    return undefined;
  }
}
