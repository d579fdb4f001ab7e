import { type AccessRule, answersOf, type MatrixCaller } from '@almanac/testing';
import { ALL_PERMISSIONS } from '../../content/access/permission-names';
import type { Person } from '../../testing/given';
import type { ContentWorld } from './kinds';

type Rule = AccessRule<ContentWorld>;
type Answers = Awaited<ReturnType<typeof answersOf>>;

/** Callers with only the rights of a rule. */
export const EXACT = 'only these rights';

/**
 * Sends a route's request as callers who hold only the rights of its rule, and as callers who hold all rights but one of these.
 * Each caller exists twice: with rights on all objects, and as an owner with rights on own objects.
 */
export class RightHolders {
  private readonly holders = new Map<string, Person>();

  constructor(private readonly world: ContentWorld) {}

  async answersOf(route: string, rule: Rule): Promise<Answers> {
    const answers: Answers = { expected: {}, actual: {} };
    const add = async (world: ContentWorld) => {
      const { expected, actual } = await answersOf(world, route, withoutHidden(rule));
      Object.assign(answers.expected, expected);
      Object.assign(answers.actual, actual);
    };
    const named = namesOf(rule);
    const callers: Record<string, MatrixCaller> = {};
    for (const [name, permissions] of Object.entries(permissionSets(named.all)))
      callers[name] = { ...(await this.holder(permissions)), permissions };
    await add({ ...this.world, callers });
    if (named.own.join() === named.all.join()) return answers;
    for (const [name, permissions] of Object.entries(permissionSets(named.own))) {
      const owner = await this.holder(permissions);
      await add({ ...this.world, owner, callers: { [`owner, ${name}`]: { ...owner, permissions, isOwner: true } } });
    }
    return answers;
  }

  private async holder(permissions: readonly string[]): Promise<Person> {
    const key = permissions.join();
    const holder = this.holders.get(key) ?? (await this.world.app.given.user({ permissions }));
    this.holders.set(key, holder);
    return holder;
  }
}

/** The full names of a rule's rights, for objects of others and for own objects. */
function namesOf({ requires = [], needs = [], makes, on }: Rule) {
  const full = (rights: readonly string[], ending: string) =>
    rights.map((right) => (ALL_PERMISSIONS.includes(right) ? right : right + ending));
  const named = (ending: string) => [
    ...new Set([requires, full([needs, on?.view ?? []].flat(), ending), full([makes ?? []].flat(), '-own')].flat()),
  ];
  return { all: named('-all'), own: named('-own') };
}

function permissionSets(rights: readonly string[]): Record<string, readonly string[]> {
  // A right on all objects includes the right on own objects.
  const allBut = (right: string) =>
    ALL_PERMISSIONS.filter((name) => name !== right && name !== right.replace(/-own$/, '-all'));
  return { [EXACT]: rights, ...Object.fromEntries(rights.map((right) => [`all but ${right}`, allBut(right)])) };
}

const withoutHidden = ({ on, ...rule }: Rule): Rule => ({
  ...rule,
  ...(on && { on: { visible: on.visible, ...(on.view && { view: on.view }) } }),
});
