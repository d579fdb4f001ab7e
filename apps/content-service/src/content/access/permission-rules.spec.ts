import { PERMISSION_SCENARIOS, type PermissionScenario, type ScenarioLevel } from '../../testing/permission-scenarios';
import { decideByOverrides, isAllowed, type ItemOverrides } from './permission-rules';

const [RA, RB] = [1, 2];

const overridesOf = ({ fallback, RA: a, RB: b }: ScenarioLevel = {}): ItemOverrides => ({
  roles: new Map([...(a === undefined ? [] : [[RA, a] as const]), ...(b === undefined ? [] : [[RB, b] as const])]),
  ...(fallback === undefined ? {} : { fallback }),
});

function isAllowedIn({ page, chapter, book, both = false, roleLevel, owner = false }: PermissionScenario): boolean {
  const decision = decideByOverrides(
    [overridesOf(page), overridesOf(chapter), overridesOf(book)],
    both ? [RA, RB] : [RA],
  );
  return isAllowed(decision, { all: roleLevel === 'all', own: roleLevel === 'own' }, owner);
}

describe('the evaluation of overrides', () => {
  it('covers all 35 scenarios', () => expect(new Set(PERMISSION_SCENARIOS.map(({ id }) => id)).size).toBe(35));

  it.each(PERMISSION_SCENARIOS.map((scenario) => [scenario.id, scenario] as const))('decides %s', (_, scenario) =>
    expect(isAllowedIn(scenario)).toBe(scenario.allowed),
  );

  it.each([
    ['grants by a fallback without role-level permissions', [overridesOf({ fallback: true })], 'allowed'],
    ['denies by a fallback despite role-level permissions', [overridesOf({ fallback: false })], 'denied'],
    ['ignores rows of roles that the caller does not hold', [overridesOf({ RB: false })], 'inherits'],
    [
      'applies a fallback further up when nearer items have none',
      [overridesOf(), overridesOf({ RB: true }), overridesOf({ fallback: true })],
      'allowed',
    ],
    ['leaves items without overrides to role-level permissions', [overridesOf(), overridesOf()], 'inherits'],
  ] as const)('%s', (_, chain, decision) => expect(decideByOverrides(chain, [RA])).toBe(decision));
});
