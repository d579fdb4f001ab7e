import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** How long each case is under load, in each round. */
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly pages: number;
  readonly events: number;
  /** Pattern of the names of the cases that are wanted. */
  readonly only: string;
  /** Folder for a CPU profile of each program of ours; absent for none. */
  readonly profile: string | undefined;
  /** `dist` of another build, whose content-service runs beside ours: what a change is worth can be told only side by side. */
  readonly beside: string | undefined;
}

/** Reads `npm run bench -- --seconds 5 --rounds 3 --only "page read"`. */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '32' },
      pages: { type: 'string', default: '5000' },
      events: { type: 'string', default: '2000' },
      only: { type: 'string', default: '' },
      profile: { type: 'string' },
      beside: { type: 'string' },
    },
  });
  const { only, profile, beside, ...numbers } = values;
  const whole = (name: keyof typeof numbers): number => {
    const value = Number(numbers[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1`);
    return value;
  };
  return {
    seconds: whole('seconds'),
    rounds: whole('rounds'),
    connections: whole('connections'),
    pages: whole('pages'),
    events: whole('events'),
    only,
    profile,
    beside,
  };
}
