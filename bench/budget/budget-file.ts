import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../measuring/bench-process';

/** Processor time of a request by case, as a multiple of a request to the bare server. */
export type Budget = Readonly<Record<string, number>>;

const FILE = path.join(ROOT, 'bench/budget.json');

export const readBudget = (): Budget => JSON.parse(readFileSync(FILE, 'utf8')) as Budget;

/** Cases that were not measured keep their figures, and names without a case are removed. */
export function writeBudget(measured: Budget, names: readonly string[]): void {
  const figures = { ...readBudget(), ...measured };
  const rounded = names.flatMap((name) => {
    const ratio = figures[name];
    return ratio === undefined ? [] : [[name, Number(ratio.toPrecision(3))]];
  });
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}

/** A line for each case without a figure, and for each figure without a case, with the command that mends it. */
export function faultsOf(budget: Budget, names: readonly string[]): string[] {
  return [
    ...names
      .filter((name) => budget[name] === undefined)
      .map(
        (name) =>
          `bench/budget.json has no figure for "${name}". Record it: npm run bench -- budget --write --only "^${name}$"`,
      ),
    ...Object.keys(budget)
      .filter((name) => !names.includes(name))
      .map((name) => `bench/budget.json has a figure for "${name}", which is no case. Remove the line.`),
  ];
}
