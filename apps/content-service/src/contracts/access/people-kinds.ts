import { randomUUID } from 'node:crypto';
import type { Kind } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import type { ContentWorld } from './kinds';

export const newEmail = (): string => `${randomUUID()}@example.com`;

/** Created by the administrator. Callers who may not manage them are refused before the look-up, so none is hidden. */
function managed(path: (world: ContentWorld) => string, body: (name: string) => object): Kind<ContentWorld> {
  return {
    async visible(world) {
      const name = `Made ${randomUUID()}`;
      const answer = await world.app.api.as(world.admin).post(path(world), body(name));
      if (answer.status !== 200) throw new Error(`POST ${path(world)} answered ${answer.status}: ${answer.text}`);
      return { name, id: idOf(answer.body) };
    },
  };
}

export const role = managed(
  () => '/api/roles',
  (name) => ({ display_name: name }),
);
export const sortRule = managed(
  () => '/api/sort-rules',
  (name) => ({ name, operations: ['name_asc'] }),
);
export const user = managed(
  () => '/api/users',
  (name) => ({ name, email: newEmail() }),
);

/** A token of the owner, by its own id. */
export const someToken = managed(
  ({ owner }) => `/api/users/${owner.id}/tokens`,
  (name) => ({ name }),
);

/** A token of the owner. */
export const token: Kind<ContentWorld> = {
  async visible(world) {
    const { id, name } = await someToken.visible(world);
    return { name, id: world.owner.id, tokenId: id };
  },
};
