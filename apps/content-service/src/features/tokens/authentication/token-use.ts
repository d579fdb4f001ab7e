import { Database, setColumns } from '@almanac/database';
import { detached } from '@almanac/observability';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ApiToken } from '../../../content/accounts/api-token.entity';

const INTERVAL_MS = 10_000;

/**
 * Records when tokens are used. Writes the times every ten seconds in one statement, so that no request waits for a write. Without use,
 * nothing is written. A crash loses at most one interval.
 */
@Injectable()
export class TokenUse implements OnApplicationShutdown {
  private used = new Map<number, Date>();
  private readonly logger = new Logger('tokens');
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  note(id: number): void {
    this.used.set(id, new Date());
    this.timer ??= setTimeout(
      () =>
        detached(
          this.database.uninterrupted(() => this.flush()),
          'noting the use of tokens',
        ),
      INTERVAL_MS,
    ).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { used } = this;
    if (used.size === 0) return;
    this.used = new Map();
    // Other processes write too; `greatest` keeps the latest time.
    const sql = `UPDATE api_tokens token SET ${setColumns(ApiToken, { lastUsedAt: 'greatest(token.last_used_at, used.at)' })}
      FROM unnest($1::int[], $2::timestamptz[]) used (id, at) WHERE token.id = used.id`;
    try {
      await this.database.query(sql, [[...used.keys()], [...used.values()].map((at) => at.toISOString())]);
    } catch (failure) {
      // Retried after the next use; newer times win.
      this.logger.warn('the use of tokens could not be noted', failure);
      this.used = new Map([...used, ...this.used]);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }
}
