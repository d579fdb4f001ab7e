import type { Actor } from '@almanac/auth';
import { Database, selectComputed, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ITEM_TYPES, type ItemType } from '../../../content/kinds/item-kinds';
import { ItemAddresses } from '../../../content/slugs/item-addresses';
import { entriesFor } from '../../../web/settings-area/entries';
import type { ActivityRow } from '../activity.presenter';

/** A record with a page in the settings area. */
type RecordKind = 'users' | 'roles' | 'webhooks' | 'sort-rules';

/** The subject of an event: its name at that time, and the item or record that it had. */
interface ActivitySubject {
  text: string;
  item?: { type: ItemType; id: number };
  record?: { kind: RecordKind; id: number };
}

type Entry = Pick<ActivityRow, 'type' | 'detail' | 'loggable_type' | 'loggable_id'>;

/** Events whose detail repeats their user. */
const OF_THEIR_USER = ['auth_login', 'auth_register', 'auth_password_reset_update'];
const METHODS: Readonly<Record<string, string>> = { totp: 'an authenticator app', 'backup-codes': 'backup codes' };
const RECORDS: readonly (readonly [start: string, kind: RecordKind])[] = [
  ['user_', 'users'],
  ['role_', 'roles'],
  ['webhook_', 'webhooks'],
  ['sort_rule_', 'sort-rules'],
];

const LABEL = /^\((\d{1,9})\) (.*)$/s;
const BINNED = /^Deletion \(\d+\) for (\w+) \((\d{1,9})\) (.*)$/s;
const PART = /^(Comment|Revision) (#\d+) \(ID: \d+\) for page \(?ID:? (\d{1,9})\)?$/;
const TOKEN = /^\(\d+\) (.*); User: \(\d+\) (.*)$/s;
const WAY = /^(?:standard|second factor); /;

const typeNamed = (name: string | null | undefined): ItemType | undefined => ITEM_TYPES.find((type) => type === name);
const itemOf = (name: string | null | undefined, id: number) => {
  const type = typeNamed(name);
  return type && { item: { type, id } };
};

/** Reads the detail of an entry, which is text of a fixed form (content-behaviour §18). */
export function subjectOf({ type, detail, loggable_type, loggable_id }: Entry): ActivitySubject {
  if (OF_THEIR_USER.includes(type)) return { text: '' };
  const binned = BINNED.exec(detail);
  if (binned) return { text: binned[3] ?? '', ...itemOf(binned[1], Number(binned[2])) };
  const [, part, number, page] = PART.exec(detail) ?? [];
  if (part && number) return { text: `${part.toLowerCase()} ${number}`, ...itemOf('page', Number(page)) };
  const token = type.startsWith('api_token_') ? TOKEN.exec(detail) : null;
  if (token) return { text: `${token[1] ?? ''} of ${token[2] ?? ''}` };
  const [, id, name] = LABEL.exec(detail.replace(WAY, '')) ?? [];
  if (id === undefined || name === undefined) return { text: METHODS[detail] ?? detail.replace(WAY, '') };
  if (loggable_id !== null) return { text: name, ...itemOf(loggable_type, loggable_id) };
  const kind = RECORDS.find(([start]) => type.startsWith(start))?.[1];
  return { text: name, ...(kind && { record: { kind, id: Number(id) } }) };
}

const TABLES: Readonly<Record<RecordKind, string>> = {
  users: 'users',
  roles: 'roles',
  webhooks: 'webhooks',
  'sort-rules': 'sort_rules',
};

/** Addresses of the subjects that exist and that the reader may open, in one query for each kind. */
@Injectable()
export class SubjectLinks {
  constructor(
    private readonly database: Database,
    private readonly addresses: ItemAddresses,
  ) {}

  /** @returns the address of each subject in the same order, undefined without one */
  async of(subjects: readonly ActivitySubject[], actor: Actor): Promise<(string | undefined)[]> {
    const [items, records] = await Promise.all([this.items(subjects, actor), this.records(subjects, actor)]);
    return subjects.map(({ item, record }) =>
      item ? items.get(`${item.type} ${item.id}`) : record && records.get(`${record.kind} ${record.id}`),
    );
  }

  private async items(subjects: readonly ActivitySubject[], actor: Actor): Promise<Map<string, string>> {
    const found = await Promise.all(
      ITEM_TYPES.map(async (type) => {
        const ids = distinct(subjects.flatMap(({ item }) => (item?.type === type ? [item.id] : [])));
        const addresses = await this.addresses.ofItems(type, ids, actor);
        return [...addresses].map(([id, { path }]): [string, string] => [`${type} ${id}`, path]);
      }),
    );
    return new Map(found.flat());
  }

  private async records(subjects: readonly ActivitySubject[], actor: Actor): Promise<Map<string, string>> {
    const found = await Promise.all(
      entriesFor(actor).flatMap(({ path }) => {
        const ofEntry = subjects.flatMap(({ record }) =>
          record && path === `/settings/${record.kind}` ? [record] : [],
        );
        const [first] = ofEntry;
        return first ? [this.recordsOf(first.kind, distinct(ofEntry.map(({ id }) => id)))] : [];
      }),
    );
    return new Map(found.flat());
  }

  private async recordsOf(kind: RecordKind, ids: readonly number[]): Promise<[key: string, path: string][]> {
    const rows = await this.database.query(
      sql`SELECT ${selectComputed<{ id: number }>({ id: 'id' })} FROM ${TABLES[kind]} WHERE id = ANY($1::int[])`,
      [ids],
    );
    return rows.map(({ id }) => [`${kind} ${id}`, `/settings/${kind}/${id}`]);
  }
}

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];
