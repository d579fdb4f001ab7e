import { createServer, type ServerResponse } from 'node:http';
import sharp from 'sharp';

type Answer = (response: ServerResponse) => void;

/** A foreign site with images. A real server, so that real requests go out. */
export class ImageHost {
  private readonly answers = new Map<string, Answer>();
  /** Paths in the order of the requests. */
  readonly asked: string[] = [];
  private readonly server = createServer((request, response) => {
    this.asked.push(request.url ?? '');
    const answer = this.answers.get(request.url ?? '');
    if (answer) answer(response);
    else response.writeHead(404).end('not here');
  });

  static async start(): Promise<ImageHost> {
    const host = new ImageHost();
    await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  /** `127.0.0.1:<port>`, for OUTGOING_ALLOWED_HOSTS. */
  get host(): string {
    const address = this.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the host of images does not listen');
    return `127.0.0.1:${address.port}`;
  }

  /** @returns the address that serves the content from now on */
  serve(path: string, content: Uint8Array | string | Answer, type = 'image/png'): string {
    const answer: Answer =
      typeof content === 'function'
        ? content
        : (response) => response.writeHead(200, { 'content-type': type }).end(content);
    this.answers.set(path, answer);
    return `http://${this.host}${path}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A picture of one colour. */
export const picture = (
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' = 'png',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
    .toFormat(format)
    .toBuffer();
