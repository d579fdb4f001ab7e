import { Database } from '@almanac/database';
import { detached } from '@almanac/observability';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';

const INTERVAL_MS = 10_000;

/**
 * Remembers when tokens were used, and writes it down every ten seconds in one statement, so that no request pays for a write. When nothing
 * was used nothing is written; a crash loses at most one interval.
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
          this.database.regardless(() => this.flush()),
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
    // Other processes write too; none may take back what another one knows better.
    const sql = `UPDATE api_tokens token SET last_used_at = greatest(token.last_used_at, used.at)
      FROM unnest($1::int[], $2::timestamptz[]) used (id, at) WHERE token.id = used.id`;
    try {
      await this.database.query(sql, [[...used.keys()], [...used.values()].map((at) => at.toISOString())]);
    } catch (failure) {
      // The next use tries again; what was used since then is newer.
      this.logger.warn('the use of tokens could not be noted', failure);
      this.used = new Map([...used, ...this.used]);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }
}
