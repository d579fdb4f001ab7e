import { busy, type Problem, unreachable } from '@almanac/errors';
import { tracer } from '@almanac/observability';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import { type Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { NamedStatements } from './named-statements';
import { traceStatements } from './trace-statements';

export interface PoolLimits {
  /** The connection is closed when the server owes an answer and sends nothing for this time. */
  silenceMs: number;
  /** How long a caller waits for a connection, new or idle. */
  connectMs: number;
}

interface ServicePoolConfig extends PoolConfig {
  limits?: PoolLimits;
  /** Names frequent statements, so that they stay prepared, which poolers before PgBouncer 1.21 cannot do between transactions. */
  preparesStatements?: boolean;
}

/** The server cancels a statement after 8 s (`SESSION_DEFAULTS`), so a longer silence means that the server is gone. */
export const POOL_LIMITS: PoolLimits = { silenceMs: 9_000, connectMs: 5_000 };

/** Long, so that reconnects are rare; bounded, so that the pool moves to a new server behind the same name. */
const MAX_LIFETIME_SECONDS = 1_800;
const KEEP_ALIVE_AFTER_MS = 5_000;

type ConnectCallback = Parameters<typeof Pool.prototype.connect>[0];

const ALL_IN_USE = 'timeout exceeded when trying to connect';

/** A pool that closes connections whose server stopped answering, as after a fail-over that leaves connections open. */
export class ServicePool extends Pool {
  private readonly idle = new Set<PoolClient>();
  readonly statements: NamedStatements;

  constructor({ limits = POOL_LIMITS, preparesStatements = false, ...config }: ServicePoolConfig = {}) {
    super({
      ...config,
      connectionTimeoutMillis: limits.connectMs,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    });
    this.statements = new NamedStatements(preparesStatements);
    this.on('connect', (client: PoolClient) => {
      endWhenSilent(client, () => this.endIdle());
    });
    this.on('acquire', (client: PoolClient) => {
      this.idle.delete(client);
      if (tracer()) traceStatements(client);
      // The previous user of the connection may have raised its limit.
      allowSilence(client, limits.silenceMs);
    });
    this.on('release', (_failure: Error, client: PoolClient) => this.idle.add(client));
    this.on('remove', (client: PoolClient) => this.idle.delete(client));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    if (!callback) return super.connect().catch((failure: unknown) => Promise.reject(withoutConnection(failure)));
    // A waiting caller is called when another one releases its connection, so in the context of that other one.
    const answer = tracer() ? AsyncLocalStorage.bind(callback) : callback;
    super.connect((failure, client, done) => answer(failure && withoutConnection(failure), client, done));
    return undefined;
  }

  /** When one connection is dead, the idle ones probably are too, and each would cost another caller the same wait. */
  private endIdle(): void {
    for (const client of this.idle) {
      // An error makes the pool remove the client at once; the close event of its socket would come too late for the next caller.
      client.emit('error', new Error('another connection fell silent'));
      client.connection.stream.destroy();
    }
  }
}

const withoutConnection = (failure: unknown): Problem =>
  failure instanceof Error && failure.message === ALL_IN_USE ? busy(failure) : unreachable(failure);

/** Sets how long this connection's server may owe an answer without sending anything; 0 means no limit. */
export function allowSilence({ connection: { stream } }: Pick<Client, 'connection'>, forMs: number): void {
  if (stream instanceof Socket) stream.setTimeout(forMs);
}

/** Not pg's own `query_timeout`: it would cut large answers that are on their way, and leave the connection busy. */
function endWhenSilent({ connection }: Pick<Client, 'connection'>, onSilence: () => void): void {
  const { stream } = connection;
  if (!(stream instanceof Socket)) return;
  let sentBeforeLastAnswer = stream.bytesWritten;
  // Must run before all other listeners: the next one sends the next query.
  connection.prependListener('readyForQuery', () => {
    sentBeforeLastAnswer = stream.bytesWritten;
  });
  stream.on('timeout', () => {
    if (stream.bytesWritten === sentBeforeLastAnswer) return;
    stream.destroy(new Error('PostgreSQL owes an answer and is silent'));
    onSilence();
  });
}
