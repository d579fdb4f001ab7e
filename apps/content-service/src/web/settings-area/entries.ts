import { type Actor, can } from '@almanac/auth';

/** An entry of the side navigation, with the permissions that its pages require. */
export interface SettingsEntry {
  readonly path: string;
  readonly label: string;
  readonly requires: readonly string[];
}

/** All entries of the settings area, in their order. A page below an address belongs to the entry with that address. */
const ENTRIES: readonly SettingsEntry[] = [
  { path: '/settings/application', label: 'Application', requires: ['settings-manage'] },
  { path: '/settings/sort-rules', label: 'Sort rules', requires: ['settings-manage'] },
  { path: '/settings/users', label: 'Users', requires: ['users-manage'] },
  { path: '/settings/roles', label: 'Roles', requires: ['user-roles-manage'] },
  { path: '/settings/tokens', label: 'API tokens', requires: ['users-manage'] },
  { path: '/settings/audit-log', label: 'Audit log', requires: ['settings-manage', 'users-manage'] },
  { path: '/settings/recycle-bin', label: 'Recycle bin', requires: ['settings-manage', 'restrictions-manage-all'] },
  { path: '/settings/unused-images', label: 'Unused images', requires: ['settings-manage', 'image-delete-all'] },
  { path: '/settings/imports', label: 'Imports', requires: ['content-import'] },
  { path: '/settings/webhooks', label: 'Webhooks', requires: ['settings-manage'] },
  { path: '/settings/jobs', label: 'Jobs', requires: ['settings-manage'] },
];

/** The entries that a member has the permissions for. */
export const entriesFor = (actor: Actor): readonly SettingsEntry[] =>
  ENTRIES.filter(({ requires }) => requires.every((permission) => can(actor, permission)));

/** @param path path of a controller, without the first slash. @throws when no entry has the address or one above it */
export function entryOf(path: string): SettingsEntry {
  const entry = ENTRIES.find((one) => `/${path}/`.startsWith(`${one.path}/`));
  if (!entry) throw new Error(`No entry of the settings area leads to /${path}`);
  return entry;
}
