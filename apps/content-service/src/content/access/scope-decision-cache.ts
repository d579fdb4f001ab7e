import { Database, selectComputed, Snapshots, type Sql, sql, type WatchedText } from '@almanac/database';
import { countLookup } from '@almanac/observability';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Action } from './permission-rules';
import { type DecidedScopes, NO_SCOPES, ScopeDecisions } from './scope-decisions';

/** Requests read a newer snapshot after each change. Only work without a request may decide by overrides of this age. */
export const VERSION_MAX_AGE_MS = 500;
const MAX_DECISIONS = 500;

/** The version of all overrides. A trigger changes it when any process adds a scope. */
const CURRENT_VERSION = `SELECT value FROM settings WHERE name = 'permissions-version'`;

// A random version, not a counter: after a rollback, a counter would give the same number to a different change.
const NEXT_VERSION = `
  INSERT INTO settings (name, value) VALUES ('permissions-version', gen_random_uuid()::text)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

const scopesWhere = (condition: string): string => `coalesce(array_agg(scope.id) FILTER (WHERE ${condition}), '{}')`;

/**
 * `decideByOverrides` for every scope at once (content-behaviour §11.2). Takes the nearest row per role up to the first fallback.
 * Any grant of a role then allows; without rows of roles the fallback decides.
 */
const decisionsSql = (action: Action): Sql<DecidedScopes> => sql`
  WITH overrides AS (
    ${[
      ['page_id', 0],
      ['chapter_id', 1],
      ['book_id', 2],
      ['shelf_id', 2],
    ]
      .map(
        ([key, level]) => `
    SELECT scope.id AS scope_id, ${level} AS level, permission.role_id, permission."${action}" AS granted
    FROM permission_scopes scope JOIN entity_permissions permission ON permission.${key} = scope.${key}
    WHERE permission.role_id IS NULL OR permission.role_id = ANY($1::int[])`,
      )
      .join(' UNION ALL ')}
  ), reached AS (
    SELECT overrides.*, min(level) FILTER (WHERE role_id IS NULL) OVER (PARTITION BY scope_id) AS last_level FROM overrides
  ), nearest AS (
    SELECT DISTINCT ON (scope_id, role_id) scope_id, role_id, granted FROM reached
    WHERE last_level IS NULL OR level <= last_level ORDER BY scope_id, role_id, level
  ), decided AS (
    SELECT scope_id, coalesce(bool_or(granted) FILTER (WHERE role_id IS NOT NULL), bool_or(granted)) AS allowed FROM nearest GROUP BY scope_id
  )
  SELECT ${selectComputed<DecidedScopes>({
    allowed: scopesWhere('decided.allowed'),
    denied: scopesWhere('NOT decided.allowed'),
    inherits: scopesWhere('decided.allowed IS NULL AND scope.id > 0'),
  })}
  FROM permission_scopes scope LEFT JOIN decided ON decided.scope_id = scope.id`;

/** Decides on all permission scopes for a set of roles, and caches the decisions until overrides change. */
@Injectable()
export class ScopeDecisionCache {
  private readonly cached = new LRUCache<string, ScopeDecisions>({ max: MAX_DECISIONS });
  /** Read together with the snapshot of a request. */
  private readonly watched: WatchedText;
  /** Read without a request. */
  private version: { name: string; readAt: number } | undefined;
  /** The number of open transactions of this process that change overrides. Their uncommitted results must not be cached. */
  private openChanges = 0;
  /** Counts finished changes of this process. A query that ran during a change is not cached. */
  private finishedChanges = 0;

  constructor(
    private readonly database: Database,
    snapshots: Snapshots,
  ) {
    this.watched = snapshots.watch(CURRENT_VERSION);
  }

  async of(roleIds: readonly number[], action: Action): Promise<ScopeDecisions> {
    const roles = [...roleIds].sort((a, b) => a - b);
    if (this.openChanges > 0) return this.evaluate(roles, action);
    const { finishedChanges } = this;
    // The version is read first, so that a cached result is never older than its version.
    const key = [await this.currentVersion(), action, ...roles].join(' ');
    const cached = this.cached.get(key);
    countLookup('permissions', cached !== undefined);
    if (cached) return cached;
    const decisions = await this.evaluate(roles, action);
    if (this.isUnchangedSince(finishedChanges)) this.cached.set(key, decisions);
    return decisions;
  }

  /**
   * Announces a change of overrides, which takes effect at commit. Concurrent changes wait here for the row lock of the version.
   * Call inside a transaction, before any override is changed.
   */
  async beginChange(): Promise<void> {
    await this.invalidate();
    await this.database.query(NEXT_VERSION);
  }

  /** Suspends the cache until the open transaction ends, then clears it. */
  async invalidate(): Promise<void> {
    this.openChanges += 1;
    const finish = () => {
      this.openChanges -= 1;
      this.finishedChanges += 1;
      this.version = undefined;
      this.watched.invalidate();
      this.cached.clear();
      return Promise.resolve();
    };
    this.database.afterRollback(finish);
    await this.database.afterCommit(finish);
  }

  private async evaluate(roles: readonly number[], action: Action): Promise<ScopeDecisions> {
    const [scopes = NO_SCOPES] = await this.database.fromPrimary(() =>
      this.database.query(decisionsSql(action), [roles]),
    );
    return new ScopeDecisions(scopes);
  }

  private async currentVersion(): Promise<string> {
    // A cached answer must not show the rights of before its snapshot (`AnswerCache`).
    const watched = this.watched.get(VERSION_MAX_AGE_MS);
    if (watched) return watched.text;
    const { finishedChanges, version } = this;
    const readAt = performance.now();
    if (version && readAt - version.readAt < VERSION_MAX_AGE_MS) return version.name;
    const [row] = await this.database.fromPrimary(() =>
      this.database.query(
        sql`SELECT ${selectComputed<{ version: string | null }>({ version: `(${CURRENT_VERSION})` })}`,
      ),
    );
    const name = row?.version ?? '';
    if (this.isUnchangedSince(finishedChanges)) this.version = { name, readAt };
    return name;
  }

  private isUnchangedSince(finishedChanges: number): boolean {
    return this.openChanges === 0 && this.finishedChanges === finishedChanges;
  }
}
