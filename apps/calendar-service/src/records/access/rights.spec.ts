import type { Actor } from '@almanac/auth';
import type { Status } from '../record/record';
import { mayDelete, mayRead, mayUpdate } from './rights';

const OWN = ['event-create', 'event-update-own', 'event-delete-own'];
const caller = (id: number, ...permissions: string[]): Actor => ({
  id,
  name: '',
  slug: '',
  roleIds: [],
  permissions: new Set(permissions),
  isAdmin: false,
});

const STRANGER = caller(0);
const SUBSCRIBER = caller(1);
const CONTRIBUTOR = caller(1, ...OWN);
const AUTHOR = caller(1, ...OWN, 'event-publish');
const EDITOR = caller(2, ...OWN, 'event-publish', 'event-update-all', 'event-delete-all', 'event-view-private');

const PUBLIC: Status[] = ['publish', 'future'];
const WAITING: Status[] = ['draft', 'pending', 'private'];
const mine = (status: Status) => ({ authorId: 1, status });
const ofAnother = (status: Status) => ({ authorId: 9, status });

describe('mayUpdate and mayDelete', () => {
  it.each(WAITING)('accept the author with permissions on own records while the status is %s', (status) => {
    for (const actor of [CONTRIBUTOR, AUTHOR])
      expect([mayUpdate(actor, 'event', mine(status)), mayDelete(actor, 'event', mine(status))]).toEqual([true, true]);
    expect(mayUpdate(SUBSCRIBER, 'event', mine(status))).toBe(false);
  });

  it.each(PUBLIC)('require the publish permission once the status is %s', (status) => {
    expect(mayUpdate(CONTRIBUTOR, 'event', mine(status))).toBe(false);
    expect(mayDelete(CONTRIBUTOR, 'event', mine(status))).toBe(false);
    expect(mayUpdate(AUTHOR, 'event', mine(status))).toBe(true);
  });

  it.each([...PUBLIC, ...WAITING])('accept only editors for records of others with status %s', (status) => {
    for (const actor of [STRANGER, SUBSCRIBER, CONTRIBUTOR, AUTHOR])
      expect(mayUpdate(actor, 'event', ofAnother(status))).toBe(false);
    expect([mayUpdate(EDITOR, 'event', ofAnother(status)), mayDelete(EDITOR, 'event', ofAnother(status))]).toEqual([
      true,
      true,
    ]);
  });

  it('require the publish permission for published records, even with permissions on all records', () => {
    const moderator = caller(2, 'event-update-all', 'event-delete-all');
    for (const record of [...PUBLIC.map(mine), ...PUBLIC.map(ofAnother)])
      expect([mayUpdate(moderator, 'event', record), mayDelete(moderator, 'event', record)]).toEqual([false, false]);
    expect(mayUpdate(moderator, 'event', ofAnother('draft'))).toBe(true);
  });

  it('require a separate permission for each kind of record', () => {
    expect(mayUpdate(EDITOR, 'venue', ofAnother('draft'))).toBe(false);
  });

  it('reject anonymous callers for records without an author', () => {
    expect(mayUpdate(caller(0, ...OWN), 'event', { authorId: 0, status: 'draft' })).toBe(false);
  });
});

describe('mayRead', () => {
  it('accepts anonymous callers only for published records', () => {
    expect(mayRead(STRANGER, 'event', ofAnother('publish'))).toBe(true);
    for (const status of [...WAITING, 'future', 'trash'] as const)
      expect(mayRead(STRANGER, 'event', ofAnother(status))).toBe(false);
  });

  it('accepts only the author and editors for drafts', () => {
    expect(mayRead(CONTRIBUTOR, 'event', mine('draft'))).toBe(true);
    expect(mayRead(CONTRIBUTOR, 'event', ofAnother('draft'))).toBe(false);
    expect(mayRead(EDITOR, 'event', ofAnother('draft'))).toBe(true);
  });

  it('requires a separate permission for private records of others', () => {
    const reader = caller(3, 'event-view-private');
    expect(mayRead(reader, 'event', ofAnother('private'))).toBe(true);
    expect(mayRead(reader, 'event', ofAnother('draft'))).toBe(false);
  });
});
