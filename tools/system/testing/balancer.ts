import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { ServiceProcess } from '@almanac/testing';

const LOOK_EVERY_MS = 50;

/** Spreads connections over the ready replicas of a program, as the services of a cluster do. */
export class Balancer {
  private readonly replicas = new Map<ServiceProcess, boolean>();
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer({ allowHalfOpen: true }, (client) => this.forward(client));
  private looking = setInterval(() => this.look(), LOOK_EVERY_MS);
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
  }

  remove(replica: ServiceProcess): void {
    this.replicas.delete(replica);
  }

  close(): void {
    clearInterval(this.looking);
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private look(): void {
    for (const replica of this.replicas.keys()) {
      const judge = (isReady: boolean) => this.replicas.has(replica) && this.replicas.set(replica, isReady);
      replica.api.get('/readyz').then(
        ({ status }) => judge(status === 200),
        () => judge(false),
      );
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
