import { type Generator, STEPS } from './generators';

/** What worked, or the language that this machine lacks. */
export type Outcome = { missing: string } | { passed: readonly string[]; output: string };

const MAX_LINES = 30;
const COLUMN = 8;

/** Two lines of heads, and one line for each generator. */
export function table(outcomes: Readonly<Record<string, Outcome>>): string {
  const width = Object.keys(outcomes).reduce((most, name) => Math.max(most, name.length), 0);
  const line = (name: string, cell: (step: string) => string) =>
    [name.padEnd(width), ...STEPS.map((step) => cell(step).padEnd(COLUMN))].join(' ').trimEnd();
  return [
    ...[0, 1].map((word) => line('', (step) => step.split(' ')[word] ?? '')),
    ...Object.entries(outcomes).map(([name, outcome]) =>
      'missing' in outcome
        ? `${name.padEnd(width)} SKIPPED: needs ${outcome.missing}`
        : line(name, (step) => (outcome.passed.includes(step) ? 'yes' : 'NO')),
    ),
  ].join('\n');
}

/** The steps that do not work. */
export const faultsOf = (outcome: Outcome): string[] =>
  'missing' in outcome ? [] : STEPS.filter((step) => !outcome.passed.includes(step));

export const lastLines = (output: string): string => output.trimEnd().split('\n').slice(-MAX_LINES).join('\n');

/** What fails and should not, and what works and is listed as broken. */
export function differences(name: string, outcome: Outcome, known?: Generator['known']): string[] {
  if ('missing' in outcome) return [];
  const faults = faultsOf(outcome);
  const expected = known?.faults ?? [];
  const unexpected = faults.filter((step) => !expected.includes(step));
  const mended = expected.filter((step) => !faults.includes(step));
  return [
    ...(unexpected.length > 0 ? [`${name} fails: ${unexpected.join(', ')}`] : []),
    ...(mended.length > 0 ? [`${name} is listed as broken, but works: ${mended.join(', ')}`] : []),
  ];
}
