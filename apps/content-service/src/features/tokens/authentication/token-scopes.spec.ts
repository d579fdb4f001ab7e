import { ALL_PERMISSIONS } from '../../../content/access/permission-names';
import { isWithin, limitsOf, permissionsWithin } from './token-scopes';

const left = (scopes: string[] | null, held: readonly string[]) =>
  [...permissionsWithin(new Set(held), limitsOf(scopes))].sort();

describe('a token with the scopes', () => {
  it.each<[string[] | null, string[], string[]]>([
    [null, ['access-api', 'page-update-all'], ['access-api', 'page-update-all']],
    [['write'], ['access-api', 'page-update-all'], ['access-api', 'page-update-all']],
    [
      ['read', 'write'],
      ['access-api', 'page-update-all'],
      ['access-api', 'page-update-all'],
    ],
    [
      ['read'],
      ['access-api', 'page-view-all', 'page-update-all', 'users-manage'],
      ['access-api', 'page-view-all', 'page-view-own'],
    ],
    [['read'], ['access-api', 'content-export', 'content-import'], ['access-api', 'content-export']],
    [['read'], ['access-api', 'event-view-private', 'event-publish'], ['access-api', 'event-view-private']],
    [['page-update-all'], ['access-api', 'page-update-all', 'page-view-all'], ['access-api', 'page-update-all']],
    [['page-update-all'], ['access-api'], ['access-api']],
    [['page-update-own'], ['access-api', 'page-update-all'], ['access-api', 'page-update-own']],
    [['page-update-all'], ['access-api', 'page-update-own'], ['access-api']],
    [
      ['read', 'page-update-all'],
      ['access-api', 'page-update-all'],
      ['access-api', 'page-update-all'],
    ],
  ])('%j of a user with %j has the permissions %j', (scopes, held, expected) => {
    expect(left(scopes, held)).toEqual(expected.sort());
  });

  it.each([['read'], ['users-manage'], ['access-api']])('%j grants no permissions that its user lacks', (scope) => {
    expect(left([scope], [])).toEqual([]);
  });

  it('"read" has no permissions for changes', () => {
    const reached = left(['read'], ALL_PERMISSIONS);
    expect(reached).toHaveLength(14);
    expect(reached.filter((name) => /create|update|delete|manage|import|publish/.test(name))).toEqual([]);
  });

  it.each<[string[] | null, boolean | undefined]>([
    [['read'], true],
    [['read', 'read'], true],
    [['read', 'page-view-all'], false],
    [['page-view-all'], false],
    [['write'], undefined],
    [null, undefined],
  ])('%j is limited to reading requests: %j', (scopes, readOnly) => {
    expect(limitsOf(scopes)?.readOnly).toBe(readOnly);
  });
});

it.each<[inner: string[] | null, outer: string[] | null, expected: boolean]>([
  [null, null, true],
  [['page-view-all'], null, true],
  [null, ['write'], true],
  [null, ['page-view-all'], false],
  [['write'], ['page-view-all'], false],
  [['page-view-all'], ['page-view-all', 'book-view-all'], true],
  [['page-view-all', 'users-manage'], ['page-view-all'], false],
  [['read'], ['page-view-all'], false],
  [['read'], ['read', 'users-manage'], true],
  [['page-view-all'], ['read'], false],
])('the scopes %j are within the scopes %j: %j', (inner, outer, expected) => {
  expect(isWithin(limitsOf(inner), limitsOf(outer))).toBe(expected);
});
