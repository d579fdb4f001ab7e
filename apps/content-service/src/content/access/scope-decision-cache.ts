import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Action } from './action';
import { type JudgedScopes, NOTHING_JUDGED, ScopeDecisions } from './scope-decisions';

/** A change made by another process takes effect here after this time at the latest. */
export const VERSION_TRUSTED_FOR_MS = 500;
const MAX_DECISIONS = 500;

/**
 * The version of all overrides. A new scope from any process changes it too. Scopes are also counted, because transactions may commit
 * out of the order of their ids. Books' own scopes are left out: they have no effect before the first override.
 */
const CURRENT_VERSION = `
  SELECT concat_ws('/', (SELECT value FROM settings WHERE name = 'permissions-version'), max(id), count(*)) AS version
  FROM permission_scopes WHERE id > 0`;

// A random version, not a counter: after a rollback, a counter would give the same number to a different change.
const NEXT_VERSION = `
  INSERT INTO settings (name, value) VALUES ('permissions-version', gen_random_uuid()::text)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/**
 * `ruleOf` for every scope at once (content-behaviour §11.2). Takes the nearest row per role up to the first fallback.
 * Any grant of a role then allows; without rows of roles the fallback decides.
 */
const decisionsSql = (action: Action): string => `
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
  ), ruled AS (
    SELECT scope_id, coalesce(bool_or(granted) FILTER (WHERE role_id IS NOT NULL), bool_or(granted)) AS allowed FROM nearest GROUP BY scope_id
  )
  SELECT coalesce(array_agg(scope.id) FILTER (WHERE ruled.allowed), '{}') AS allowed,
    coalesce(array_agg(scope.id) FILTER (WHERE NOT ruled.allowed), '{}') AS denied,
    coalesce(array_agg(scope.id) FILTER (WHERE ruled.allowed IS NULL AND scope.id > 0), '{}') AS unruled
  FROM permission_scopes scope LEFT JOIN ruled ON ruled.scope_id = scope.id`;

/** Judges all permission scopes for a set of roles, and caches the outcome until overrides change. */
@Injectable()
export class ScopeDecisionCache {
  private readonly known = new LRUCache<string, ScopeDecisions>({ max: MAX_DECISIONS });
  private version: { name: string; readAt: number } | undefined;
  /** The number of open transactions of this process that change overrides. Their uncommitted results must not be cached. */
  private changing = 0;
  /** Counts finished changes of this process. A query that ran during a change is not cached. */
  private changes = 0;

  constructor(private readonly database: Database) {}

  async of(roleIds: readonly number[], action: Action): Promise<ScopeDecisions> {
    const roles = [...roleIds].sort((a, b) => a - b);
    if (this.changing > 0) return this.judge(roles, action);
    const { changes } = this;
    // The version is read first, so that a cached result is never older than its version.
    const key = [await this.currentVersion(), action, ...roles].join(' ');
    const known = this.known.get(key);
    if (known) return known;
    const decisions = await this.judge(roles, action);
    if (this.isSettledSince(changes)) this.known.set(key, decisions);
    return decisions;
  }

  /**
   * Announces a change of overrides, which takes effect at commit. Concurrent changes wait here for the row lock of the version.
   * Call inside a transaction, before any override is changed.
   */
  async change(): Promise<void> {
    await this.unsettle();
    await this.database.query(NEXT_VERSION);
  }

  /** Suspends the cache until the open transaction ends, then clears it. */
  async unsettle(): Promise<void> {
    this.changing += 1;
    const settle = () => {
      this.changing -= 1;
      this.changes += 1;
      this.version = undefined;
      this.known.clear();
      return Promise.resolve();
    };
    this.database.afterRollback(settle);
    await this.database.afterCommit(settle);
  }

  private async judge(roles: readonly number[], action: Action): Promise<ScopeDecisions> {
    const [judged = NOTHING_JUDGED] = await this.database.query<JudgedScopes>(decisionsSql(action), [roles]);
    return new ScopeDecisions(judged);
  }

  private async currentVersion(): Promise<string> {
    const { changes, version } = this;
    if (version && performance.now() - version.readAt < VERSION_TRUSTED_FOR_MS) return version.name;
    const readAt = performance.now();
    const [row] = await this.database.query<{ version: string }>(CURRENT_VERSION);
    const name = row?.version ?? '';
    if (this.isSettledSince(changes)) this.version = { name, readAt };
    return name;
  }

  private isSettledSince(changes: number): boolean {
    return this.changing === 0 && this.changes === changes;
  }
}
