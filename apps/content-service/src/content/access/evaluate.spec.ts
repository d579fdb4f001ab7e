import { PERMISSION_SCENARIOS, type PermissionScenario, type ScenarioLevel } from '../../testing/permission-scenarios';
import { decide, type Level, ruleOf } from './evaluate';

const [RA, RB] = [1, 2];

const levelOf = ({ fallback, RA: a, RB: b }: ScenarioLevel = {}): Level => ({
  roles: new Map([...(a === undefined ? [] : [[RA, a] as const]), ...(b === undefined ? [] : [[RB, b] as const])]),
  ...(fallback === undefined ? {} : { fallback }),
});

function isAllowed({ page, chapter, book, both = false, roleLevel, owner = false }: PermissionScenario): boolean {
  const ruling = ruleOf([levelOf(page), levelOf(chapter), levelOf(book)], both ? [RA, RB] : [RA]);
  return decide(ruling, { all: roleLevel === 'all', own: roleLevel === 'own' }, owner);
}

describe('evaluation of overrides', () => {
  it('knows all 35 scenarios', () => expect(new Set(PERMISSION_SCENARIOS.map(({ id }) => id)).size).toBe(35));

  it.each(PERMISSION_SCENARIOS.map((scenario) => [scenario.id, scenario] as const))('decides %s', (_, scenario) =>
    expect(isAllowed(scenario)).toBe(scenario.allowed),
  );

  it.each([
    ['a fallback that grants beats missing role-level permissions', [levelOf({ fallback: true })], 'allowed'],
    ['a fallback that denies beats role-level permissions', [levelOf({ fallback: false })], 'denied'],
    ['rows of roles that the caller does not hold say nothing', [levelOf({ RB: false })], 'unruled'],
    [
      'a fallback further up is reached when nearer levels say nothing',
      [levelOf(), levelOf({ RB: true }), levelOf({ fallback: true })],
      'allowed',
    ],
    ['no overrides leave the matter to role-level permissions', [levelOf(), levelOf()], 'unruled'],
  ] as const)('%s', (_, chain, ruling) => expect(ruleOf(chain, [RA])).toBe(ruling));
});
