import { invalid } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import { type Action, ACTIONS } from '../../../content/access/permission-rules';

/** The row of the form for everybody without a row of an own role. */
export const OTHERS = 'others';

export const roleKey = (id: number): string => `role-${id}`;

/**
 * The fields of the form as members of `/api/content-permissions`. A row without the mark “own rules” inherits.
 * Roles that the form did not show, such as that of administrators, keep their rules. It names those that it showed, and may add one.
 * @throws Problem 422 for rules without their role
 */
export function rulesIn(form: RawInput, stored: readonly { role_id: number }[]): object {
  const { own, grant, owner_id, shown, another } = form;
  const wasShown = new Set(typeof shown === 'string' ? shown.split(' ') : []);
  const kept = stored.filter(({ role_id }) => !wasShown.has(roleKey(role_id)));
  const marked = Object.keys(membersOf(own)).filter((key) => Reflect.get(membersOf(own), key) === 'on');
  const rulesOf = (role: string, key: string) => {
    const [, id] = /^role-(\d{1,9})$/.exec(role) ?? [];
    return id === undefined ? [] : [{ role_id: Number(id), ...grantsIn(Reflect.get(membersOf(grant), key)) }];
  };
  if (another === '' && Reflect.has(membersOf(grant), 'another'))
    invalid({ another: ['Choose the other role, or clear its boxes.'] });
  const added = typeof another === 'string' ? rulesOf(another, 'another') : [];
  return {
    ...(owner_id !== undefined && owner_id !== '' && { owner_id }),
    role_permissions: [...kept, ...marked.flatMap((key) => rulesOf(key, key)), ...added],
    fallback_permissions: marked.includes(OTHERS)
      ? { inheriting: false, ...grantsIn(Reflect.get(membersOf(grant), OTHERS)) }
      : { inheriting: true },
  };
}

const membersOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

function grantsIn(row: unknown): Record<Action, boolean> {
  const isOn = (action: Action) => Reflect.get(membersOf(row), action) === 'on';
  const [view, create, update, remove] = ACTIONS.map(isOn);
  return { view: view ?? false, create: create ?? false, update: update ?? false, delete: remove ?? false };
}
