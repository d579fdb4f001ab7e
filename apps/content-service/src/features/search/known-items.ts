import { Database } from '@almanac/database';
import { detached } from '@almanac/observability';
import { Injectable, Logger } from '@nestjs/common';
import { CHANGES_KEPT_HOURS, type ItemChange, MOST_CHANGES, type Since } from './item-changes';
import type { Guarded } from '../../domain/access/access.service';
import { ItemGuards } from './item-guards';
import { ITEM_KINDS, type ItemKind } from './item-kinds';

interface Known {
  horizon: string;
  readonly guards: Record<ItemKind['code'], ItemGuards>;
}

/** A transaction that stays open keeps changes coming back: then there is no use in reading everything again and again. */
const AGAIN_AFTER_MS = 60_000;
const READ_AT_ONCE = 20_000;
/** Long before changes are forgotten, so that no process asks for those that are gone. */
const ANEW_AFTER_MS = (CHANGES_KEPT_HOURS / 2) * 3_600_000;

/**
 * What can be found, and what decides by whom, in the memory of this process: to look it up for each of a thousand pages that have a word is
 * what a search took longest for. Read when it is first wanted. From then on every search brings along what changed since, in the same
 * answer of the database as the words, so that nothing is shown that is hidden by then, whichever process hid it.
 */
@Injectable()
export class KnownItems {
  private readonly logger = new Logger('search');
  private known: Known | undefined;
  private readNext = 0;

  constructor(private readonly database: Database) {}

  /** From which transaction on changes must be asked for; undefined while nothing is known yet, which this call sets about. */
  get horizon(): string | undefined {
    if (Date.now() >= this.readNext) {
      // It may be so long since that changes were forgotten meanwhile.
      this.known = undefined;
      detached(
        this.database.regardless(() => this.read()),
        'reading what can be found',
      );
    }
    return this.known?.horizon;
  }

  /** Takes in what happened since `horizon`. @returns whether everything is known now */
  follow({ horizon, changes }: Since): boolean {
    const { known } = this;
    if (!known) return false;
    // Answers may come in another order than they were given. What an older one says of transactions that a newer one saw the end of is out
    // of date; of all others this is told again.
    if (BigInt(horizon) < BigInt(known.horizon)) return true;
    if (changes && changes.length >= MOST_CHANGES) {
      this.known = undefined;
      this.readNext = Date.now() + AGAIN_AFTER_MS;
      return false;
    }
    for (const change of changes ?? []) known.guards[change.type].set(change.id, guardedBy(change));
    known.horizon = horizon;
    return true;
  }

  /** Undefined for what cannot be found, or is not known. */
  guardOf(type: ItemKind['code'], id: number): Guarded | undefined {
    return this.known?.guards[type].of(id);
  }

  private async read(): Promise<void> {
    this.readNext = Date.now() + AGAIN_AFTER_MS;
    try {
      // First: what happens during the reading is told to the next search.
      const [row] = await this.database.query<{ horizon: string }>('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon');
      if (!row) return;
      const guards = { s: new ItemGuards(), b: new ItemGuards(), c: new ItemGuards(), p: new ItemGuards() };
      for (const { code } of ITEM_KINDS) await this.readKind(code, guards[code]);
      this.known = { ...row, guards };
      this.readNext = Date.now() + ANEW_AFTER_MS;
    } catch (failure) {
      // Searches do without it meanwhile.
      this.logger.error(failure);
    }
  }

  private async readKind(code: ItemKind['code'], guards: ItemGuards): Promise<void> {
    let last: number | undefined = 0;
    while (last !== undefined) {
      const { ids, scopes, owners } = await this.itemsAfter(last, code);
      for (let at = 0; at < ids.length; at += BYTES)
        guards.set(ids.readInt32BE(at), { scopeId: scopes.readInt32BE(at), ownedBy: owners.readInt32BE(at) });
      last = ids.length < READ_AT_ONCE * BYTES ? undefined : ids.readInt32BE(ids.length - BYTES);
    }
  }

  private async itemsAfter(id: number, code: ItemKind['code']): Promise<ItemColumns> {
    const [columns] = await this.database.query<ItemColumns>(ITEMS_AFTER, [code, id, READ_AT_ONCE]);
    if (!columns) throw new Error('a statement that always answers did not');
    return columns;
  }
}

const guardedBy = ({ findable, scope_id, owned_by }: ItemChange): Guarded | undefined =>
  findable ? { scopeId: scope_id, ownedBy: owned_by } : undefined;

/** Integers of four bytes; 0 for none. */
interface ItemColumns {
  ids: Buffer;
  scopes: Buffer;
  owners: Buffer;
}

const BYTES = 4;

const packed = (column: string): string => `coalesce(string_agg(int4send(coalesce(${column}, 0)), '' ORDER BY id), '')`;

const ITEMS_AFTER = `
  SELECT ${packed('id')} AS ids, ${packed('scope_id')} AS scopes, ${packed('owned_by')} AS owners
  FROM (SELECT * FROM search_items WHERE type = $1::"char" AND id > $2 ORDER BY id LIMIT $3) item`;
