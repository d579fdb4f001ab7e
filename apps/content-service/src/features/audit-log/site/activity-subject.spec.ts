import { ACTIVITY_TYPES, type ActivityType } from '../../../content/activity/activity.entity';
import type { ActivityRow } from '../activity.presenter';
import { subjectOf } from './activity-subject';
import { ACTIVITY_WORDS, wordsOf } from './activity-words';

describe('the words of an event', () => {
  it('exist for every event, each with words of its own but for kinds that their details name', () => {
    expect(Object.keys(ACTIVITY_WORDS).sort()).toEqual([...ACTIVITY_TYPES].sort());
    const words = ACTIVITY_TYPES.map(wordsOf);
    expect(words.filter((text) => !/^[a-z][A-Za-z -]+$/.test(text))).toEqual([]);
    const shared = new Set(words.filter((text, index) => words.indexOf(text) !== index));
    expect([...shared]).toEqual(['restored', 'deleted'].filter((text) => shared.has(text)));
  });

  it('of an unknown event are its key', () => {
    expect(wordsOf('event_of_later')).toBe('event of later');
  });
});

describe('the subject of an event', () => {
  type Loggable = Pick<ActivityRow, 'loggable_type' | 'loggable_id'>;
  const none: Loggable = { loggable_type: null, loggable_id: null };
  it.each<[type: ActivityType, detail: string, loggable: Loggable, expected: object]>([
    [
      'book_create',
      '(7) Garden; (8) x',
      { loggable_type: 'book', loggable_id: 7 },
      { text: 'Garden; (8) x', item: { type: 'book', id: 7 } },
    ],
    [
      'page_delete',
      '(7) Two\nlines',
      { loggable_type: 'page', loggable_id: 7 },
      { text: 'Two\nlines', item: { type: 'page', id: 7 } },
    ],
    ['book_delete', 'Destroyed', none, { text: 'Destroyed' }],
    ['role_create', '(5) Reviewer', none, { text: 'Reviewer', record: { kind: 'roles', id: 5 } }],
    ['user_update', '(5) Ann', none, { text: 'Ann', record: { kind: 'users', id: 5 } }],
    ['webhook_update', '(5) Hook', none, { text: 'Hook', record: { kind: 'webhooks', id: 5 } }],
    ['sort_rule_update', '(5) R', none, { text: 'R', record: { kind: 'sort-rules', id: 5 } }],
    ['import_run', '(5) Zip', none, { text: 'Zip' }],
    ['role_update', '(99999999999) Odd', none, { text: '(99999999999) Odd' }],
    ['api_token_create', '(5) A; User: (1) B; User: (2) Ann', none, { text: 'A; User: (1) B of Ann' }],
    ['auth_login', 'standard; (5) Ann', none, { text: '' }],
    ['auth_login_refused', 'second factor; (5) Ann', none, { text: 'Ann' }],
    ['auth_login_refused', 'standard; who@x.test', none, { text: 'who@x.test' }],
    ['mfa_setup_method', 'totp', none, { text: 'an authenticator app' }],
    ['recycle_bin_restore', 'Deletion (3) for book (7) Tides', none, { text: 'Tides', item: { type: 'book', id: 7 } }],
    ['recycle_bin_restore', 'Deletion (3) for boat (7) Tides', none, { text: 'Tides' }],
    [
      'comment_update',
      'Comment #2 (ID: 9) for page (ID: 7)',
      none,
      { text: 'comment #2', item: { type: 'page', id: 7 } },
    ],
    [
      'revision_delete',
      'Revision #3 (ID: 9) for page ID 7',
      none,
      { text: 'revision #3', item: { type: 'page', id: 7 } },
    ],
    ['recycle_bin_empty', '', none, { text: '' }],
  ])('(%s) is read from %j', (type, detail, loggable, expected) => {
    expect(subjectOf({ type, detail, ...loggable })).toEqual(expected);
  });
});
