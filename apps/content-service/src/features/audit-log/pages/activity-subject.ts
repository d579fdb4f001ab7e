import { ITEM_TYPES, type ItemType } from '../../../content/kinds/item-kinds';
import type { ActivityRow } from '../activity.presenter';

/** A record with a page in the settings area. */
export type RecordKind = 'users' | 'roles' | 'webhooks' | 'sort-rules';

/** The subject of an event: its name at that time, and the item or record that it had. */
export interface ActivitySubject {
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
