import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of PostgreSQL whose open connections can stop transferring data, as after a fail-over. */
export class SilencingProxy {
  private readonly open = new Set<Socket>();
  private readonly server: Server;

  private constructor(host: string, port: number) {
    this.server = createServer((near) => {
      const far = connect(port, host);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.open.add(from);
        from.pipe(to);
        from
          .on('error', () => to.destroy())
          .on('close', () => {
            this.open.delete(from);
            to.destroy();
          });
      }
    });
  }

  /** @param url of the database behind it */
  static async start(url: string): Promise<SilencingProxy & { url: string }> {
    const target = new URL(url);
    const proxy = new SilencingProxy(target.hostname, Number(target.port || '5432'));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    const address = proxy.server.address();
    target.hostname = '127.0.0.1';
    target.port = String(typeof address === 'object' ? address?.port : '');
    return Object.assign(proxy, { url: target.href });
  }

  /** Stops all data on the open connections without closing them; new ones work. */
  silence(): void {
    for (const socket of this.open) socket.unpipe();
  }

  stop(): void {
    for (const socket of this.open) socket.destroy();
    this.server.close();
  }
}
