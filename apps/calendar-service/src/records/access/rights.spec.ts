import type { Actor } from '@almanac/auth';
import type { Status } from '../record';
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

describe('changing and deleting', () => {
  it.each(WAITING)('is for the author while the record is %s', (status) => {
    for (const actor of [CONTRIBUTOR, AUTHOR])
      expect([mayUpdate(actor, 'event', mine(status)), mayDelete(actor, 'event', mine(status))]).toEqual([true, true]);
    expect(mayUpdate(SUBSCRIBER, 'event', mine(status))).toBe(false);
  });

  it.each(PUBLIC)('takes the publish right once the record is %s', (status) => {
    expect(mayUpdate(CONTRIBUTOR, 'event', mine(status))).toBe(false);
    expect(mayDelete(CONTRIBUTOR, 'event', mine(status))).toBe(false);
    expect(mayUpdate(AUTHOR, 'event', mine(status))).toBe(true);
  });

  it.each([...PUBLIC, ...WAITING])('of the records of others is for editors: %s', (status) => {
    for (const actor of [STRANGER, SUBSCRIBER, CONTRIBUTOR, AUTHOR])
      expect(mayUpdate(actor, 'event', ofAnother(status))).toBe(false);
    expect([mayUpdate(EDITOR, 'event', ofAnother(status)), mayDelete(EDITOR, 'event', ofAnother(status))]).toEqual([
      true,
      true,
    ]);
  });

  it('of published records takes the publish right even from those who may change everything', () => {
    const moderator = caller(2, 'event-update-all', 'event-delete-all');
    for (const record of [...PUBLIC.map(mine), ...PUBLIC.map(ofAnother)])
      expect([mayUpdate(moderator, 'event', record), mayDelete(moderator, 'event', record)]).toEqual([false, false]);
    expect(mayUpdate(moderator, 'event', ofAnother('draft'))).toBe(true);
  });

  it('is a right of its own for each kind', () => {
    expect(mayUpdate(EDITOR, 'venue', ofAnother('draft'))).toBe(false);
  });

  it('never takes a stranger for the author of a record without one', () => {
    expect(mayUpdate(caller(0, ...OWN), 'event', { authorId: 0, status: 'draft' })).toBe(false);
  });
});

describe('reading', () => {
  it('is for everybody once published, and not before', () => {
    expect(mayRead(STRANGER, 'event', ofAnother('publish'))).toBe(true);
    for (const status of [...WAITING, 'future', 'trash'] as const)
      expect(mayRead(STRANGER, 'event', ofAnother(status))).toBe(false);
  });

  it('is for the author and for editors before that', () => {
    expect(mayRead(CONTRIBUTOR, 'event', mine('draft'))).toBe(true);
    expect(mayRead(CONTRIBUTOR, 'event', ofAnother('draft'))).toBe(false);
    expect(mayRead(EDITOR, 'event', ofAnother('draft'))).toBe(true);
  });

  it('of private records has a right of its own', () => {
    const reader = caller(3, 'event-view-private');
    expect(mayRead(reader, 'event', ofAnother('private'))).toBe(true);
    expect(mayRead(reader, 'event', ofAnother('draft'))).toBe(false);
  });
});
