import { randomUUID } from 'node:crypto';
import { counter, detached, gauge, type Logger } from '@almanac/observability';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { Redis } from 'ioredis';
import { HitCounter, type Hits, MemoryHits } from './hit-counter';

/** A request never waits longer for Redis. */
const COMMAND_MS = 500;
/** After a failed command, commands are not sent for this long. */
const PAUSE_MS = 1_000;
const MAX_RECONNECT_MS = 5_000;
const HEARTBEAT_MS = 5_000;
/** A process that is silent for this long has ended. */
const SILENT_SECONDS = 15;

/** Counts and sets the end of a new window in one step, so that no count is kept for ever. */
const ADD = `
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if count < 0 then
  redis.call('SET', KEYS[1], 0, 'KEEPTTL')
  count = 0
end
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {count, left}`;

/** Notes this process, forgets those that are silent, and returns the number of the others and this one. Uses the clock of Redis alone. */
const BEAT = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`;

const fallbacks = () =>
  counter(
    'almanac_shared_counts_fallbacks_total',
    'Counts that were made by one process alone, because Redis did not answer',
  );

/**
 * Counts in Redis, for all processes together. While Redis does not answer, each process counts alone: callers get their answers, with limits that
 * apply to each process.
 */
export class RedisHits extends HitCounter implements OnModuleInit, OnApplicationShutdown {
  private readonly alone = new MemoryHits();
  private readonly redis: Redis;
  private readonly id = randomUUID();
  private readonly beat: NodeJS.Timeout;
  private isAway = false;
  private pausedUntil = 0;
  private others = 0;

  /**
   * @param url `redis://…` or `rediss://…` (TLS); a path such as `/2` selects a database
   * @param prefix of all keys; processes with the same prefix share their counts
   * @param commandMs how long a command may take
   */
  constructor(
    url: string,
    prefix: string,
    private readonly logger: Logger,
    commandMs = COMMAND_MS,
  ) {
    super();
    this.redis = new Redis(url, {
      keyPrefix: prefix,
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 2_000,
      commandTimeout: commandMs,
      retryStrategy: (attempt) => Math.min(attempt * 200, MAX_RECONNECT_MS),
    });
    this.redis.on('error', (failure: Error) => this.failed(failure));
    this.redis.on('close', () => this.failed(new Error('The connection was closed')));
    this.redis.on('ready', () => detached(this.beatOnce(), 'heartbeat of shared counts'));
    this.beat = setInterval(() => detached(this.beatOnce(), 'heartbeat of shared counts'), HEARTBEAT_MS).unref();
    gauge('almanac_shared_counts_connected', 'Whether Redis answers: 1, or 0', () => (this.isAway ? 0 : 1));
  }

  /** Processes that share these counts, this one included. */
  get processes(): number {
    return this.others + 1;
  }

  /** Redis may be away at the start, too. */
  async onModuleInit(): Promise<void> {
    await this.redis.connect().catch((failure: unknown) => this.failed(failure));
    await this.beatOnce();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.beat);
    await this.redis.zrem('processes', this.id).catch(() => undefined);
    this.redis.removeAllListeners('close').disconnect();
  }

  add(key: string, windowMs: number, hits = 1): Promise<Hits> {
    return this.shared(
      async () => {
        const [count, endsInMs] = numbers(await this.redis.eval(ADD, 1, key, hits, windowMs));
        return { count: count ?? 0, endsInMs: endsInMs ?? windowMs };
      },
      () => this.alone.add(key, windowMs, hits),
    );
  }

  read(key: string): Promise<number> {
    return this.shared(
      async () => Number((await this.redis.get(key)) ?? 0),
      () => this.alone.read(key),
    );
  }

  private async beatOnce(): Promise<void> {
    try {
      const [processes = 1] = numbers([await this.redis.eval(BEAT, 1, 'processes', this.id, SILENT_SECONDS)]);
      this.others = Math.max(0, processes - 1);
      this.succeeded();
    } catch (failure) {
      this.others = 0;
      this.failed(failure);
    }
  }

  private async shared<T>(together: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
    if (this.redis.status === 'ready' && Date.now() >= this.pausedUntil) {
      try {
        const result = await together();
        this.succeeded();
        return result;
      } catch (failure) {
        this.failed(failure);
      }
    }
    fallbacks().inc();
    return alone();
  }

  private succeeded(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.logger.info('Redis answers again: limits count over all processes');
  }

  private failed(failure: unknown): void {
    this.pausedUntil = Date.now() + PAUSE_MS;
    if (this.isAway) return;
    this.isAway = true;
    this.logger.warn({ err: failure }, 'Redis does not answer: each process counts alone');
  }
}

function numbers(reply: unknown): number[] {
  return Array.isArray(reply) ? reply.map(Number) : [];
}
