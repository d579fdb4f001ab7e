import { ALL_PERMISSIONS, CONTENT_PERMISSIONS, FRESH_INSTALL_ROLES } from './permission-names';

describe('permission names', () => {
  it('consist of 62 for the content API and 23 for the calendar, without duplicates', () => {
    expect(new Set(CONTENT_PERMISSIONS).size).toBe(62);
    expect(new Set(ALL_PERMISSIONS).size).toBe(62 + 23);
  });

  const ofCalendar = ALL_PERMISSIONS.filter((permission) => !CONTENT_PERMISSIONS.includes(permission));

  it('include seven per kind of calendar record and one per kind of calendar term', () => {
    const seven = ['create', 'publish', 'update-own', 'update-all', 'delete-own', 'delete-all', 'view-private'];
    const ofRecords = ['event', 'venue', 'organizer'].flatMap((kind) => seven.map((right) => `${kind}-${right}`));
    expect([...ofCalendar].sort()).toEqual([...ofRecords, 'event-category-manage', 'event-tag-manage'].sort());
  });

  it.each([
    ['Admin', ofCalendar],
    ['Editor', ofCalendar],
    ['Viewer', []],
    ['Public', []],
  ])('of the role %s include all or none of the calendar on a fresh install', (name, expected) => {
    const role = FRESH_INSTALL_ROLES.find(({ displayName }) => displayName === name);
    expect(role?.permissions.filter((permission) => !CONTENT_PERMISSIONS.includes(permission)).sort()).toEqual(
      [...expected].sort(),
    );
  });

  it.each([
    ['Admin', 62],
    ['Editor', 40],
    ['Viewer', 10],
    ['Public', 10],
  ])('of the role %s include %i of the content API on a fresh install', (name, count) => {
    const role = FRESH_INSTALL_ROLES.find(({ displayName }) => displayName === name);
    expect(role?.permissions.filter((permission) => CONTENT_PERMISSIONS.includes(permission))).toHaveLength(count);
  });
});
