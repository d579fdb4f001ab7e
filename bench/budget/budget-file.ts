import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../measuring/bench-process';

/** Processor time of a request by case, as a multiple of a request to the bare server. */
export type Budget = Readonly<Record<string, number>>;

const FILE = path.join(ROOT, 'bench/budget.json');

export const readBudget = (): Budget => JSON.parse(readFileSync(FILE, 'utf8')) as Budget;

/** Cases that were not measured keep their figures. */
export function writeBudget(measured: Budget): void {
  const rounded = Object.entries(measured).map(([name, ratio]) => [name, Number(ratio.toPrecision(3))]);
  writeFileSync(FILE, `${JSON.stringify({ ...readBudget(), ...Object.fromEntries(rounded) }, null, 2)}\n`);
}
