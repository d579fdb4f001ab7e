import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { detached } from '@almanac/observability';
import type { ServiceProcess } from '@almanac/testing';

/** Shorter than the time for which a stopping program still accepts requests. */
const PROBE_EVERY_MS = 200;

/** Spreads connections over the ready replicas of a program, as the services of a cluster do. */
export class Balancer {
  private readonly replicas = new Map<ServiceProcess, boolean>();
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer({ allowHalfOpen: true }, (client) => this.forward(client));
  private isClosed = false;
  private turn = 0;

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.server.listen(0, '127.0.0.1');
    await once(balancer.server, 'listening');
    return balancer;
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : ''}`;
  }

  add(replica: ServiceProcess): void {
    this.replicas.set(replica, true);
    detached(this.keepProbing(replica), 'probes of a replica');
  }

  remove(replica: ServiceProcess): void {
    this.replicas.delete(replica);
  }

  close(): void {
    this.isClosed = true;
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /** One probe at a time, because answers of a busy machine take longer than the pause between two. */
  private async keepProbing(replica: ServiceProcess): Promise<void> {
    while (!this.isClosed && this.replicas.has(replica)) {
      const isReady = await replica.api.get('/readyz').then(
        ({ status }) => status === 200,
        () => false,
      );
      if (this.replicas.has(replica)) this.replicas.set(replica, isReady);
      await sleep(PROBE_EVERY_MS);
    }
  }

  private forward(client: Socket): void {
    const ready = [...this.replicas].filter(([, isReady]) => isReady).map(([replica]) => replica);
    const chosen = ready[(this.turn += 1) % ready.length];
    if (!chosen) {
      client.destroy();
      return;
    }
    const server = connect({ port: Number(new URL(chosen.api.baseUrl).port), host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => this.sockets.delete(from) && to.destroySoon());
      from.pipe(to);
    }
  }
}
