import { ALL_PERMISSIONS, CONTENT_PERMISSIONS, FRESH_INSTALL_ROLES } from './permission-names';

describe('permission names', () => {
  it('are the 62 of the content API and 23 of the calendar, each once', () => {
    expect(new Set(CONTENT_PERMISSIONS).size).toBe(62);
    expect(new Set(ALL_PERMISSIONS).size).toBe(62 + 23);
  });

  it.each([
    ['Admin', 62],
    ['Editor', 40],
    ['Viewer', 10],
    ['Public', 10],
  ])('%s holds %i of the content API on a fresh install', (name, count) => {
    const role = FRESH_INSTALL_ROLES.find(({ displayName }) => displayName === name);
    expect(role?.permissions.filter((permission) => CONTENT_PERMISSIONS.includes(permission))).toHaveLength(count);
  });
});
