import { Socket } from 'node:net';
import { type Client, Pool, type PoolClient, type PoolConfig } from 'pg';

export interface PoolLimits {
  /** A server that owes an answer and sends nothing for so long is given up. */
  silenceMs: number;
  /** For how long a caller waits for a connection, new or free. */
  connectMs: number;
}

/** The server ends a statement after 8 s (`SESSION_DEFAULTS`), so a longer silence means that nobody is there any more. */
export const POOL_LIMITS: PoolLimits = { silenceMs: 9_000, connectMs: 5_000 };

/** Old enough to be rare, young enough to find a new server behind the same name. */
const MAX_LIFETIME_SECONDS = 1_800;
const KEEP_ALIVE_AFTER_MS = 5_000;

/** Connections that are given up when the server falls silent, as it does at a fail-over that closes nothing. */
export class ServicePool extends Pool {
  constructor({ limits = POOL_LIMITS, ...config }: PoolConfig & { limits?: PoolLimits } = {}) {
    super({
      ...config,
      connectionTimeoutMillis: limits.connectMs,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    });
    this.on('connect', endWhenSilent);
    // Work with more patience may have had the connection before.
    this.on('acquire', (client: PoolClient) => allowSilence(client, limits.silenceMs));
  }
}

/** For how long this connection's server may owe an answer without sending anything; 0 for ever. */
export function allowSilence({ connection: { stream } }: Pick<Client, 'connection'>, forMs: number): void {
  if (stream instanceof Socket) stream.setTimeout(forMs);
}

/** pg's own `query_timeout` would also end large answers that are on their way, and leave the connection busy. */
function endWhenSilent({ connection }: Pick<Client, 'connection'>): void {
  const { stream } = connection;
  if (!(stream instanceof Socket)) return;
  let askedByLastAnswer = stream.bytesWritten;
  // First of all listeners: the next one sends the next query.
  connection.prependListener('readyForQuery', () => {
    askedByLastAnswer = stream.bytesWritten;
  });
  stream.on('timeout', () => {
    if (stream.bytesWritten > askedByLastAnswer) stream.destroy(new Error('PostgreSQL owes an answer and is silent'));
  });
}
