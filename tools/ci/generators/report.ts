import { inspect } from 'node:util';

// Compiled with each client: sends the five requests to a service, and prints a line for each.

const EXPECTED = [
  ['list', 'Seed'], // one of the names
  ['read', 'Seed'], // the name
  ['create', 'Created'],
  ['update', 'Updated'],
  ['error', 404], // the status, from the body
] as const;
const MAX_CHARACTERS = 500;

type Requests = Record<(typeof EXPECTED)[number][0], () => Promise<unknown>>;

export async function report(service: string, requests: Requests): Promise<void> {
  for (const [name, expected] of EXPECTED) {
    const answer = await requests[name]().catch((failure: unknown) => failure);
    const names: unknown[] = Array.isArray(answer) ? answer : [answer];
    const text = inspect(answer, { breakLength: Infinity }).slice(0, MAX_CHARACTERS);
    console.log(names.includes(expected) ? `passed ${service} ${name}` : `failed ${service} ${name}: ${text}`);
  }
}
