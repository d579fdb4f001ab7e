import type { RawInput } from '@almanac/http';
import { type Action, ACTIONS } from '../../../content/access/permission-rules';

/** The row of the form for everybody without a row of an own role. */
export const OTHERS = 'others';

export const roleKey = (id: number): string => `role-${id}`;

/**
 * The fields of the form as members of `/api/content-permissions`. A row without the mark “own rules” inherits.
 * Rows that the form did not show, such as those of administrators, keep their rules.
 * @param kept the rules of these rows
 */
export function rulesIn(form: RawInput, kept: readonly object[]): object {
  const { own, grant, owner_id } = form;
  const marked = Object.keys(membersOf(own)).filter((key) => Reflect.get(membersOf(own), key) === 'on');
  const roles = marked.flatMap((key) => {
    const [, id] = /^role-(\d{1,9})$/.exec(key) ?? [];
    return id === undefined ? [] : [{ role_id: Number(id), ...grantsIn(Reflect.get(membersOf(grant), key)) }];
  });
  return {
    ...(owner_id !== undefined && owner_id !== '' && { owner_id }),
    role_permissions: [...kept, ...roles],
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
