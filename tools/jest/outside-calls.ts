import { watchOutsideCalls } from '@almanac/runtime';

/** Code may ignore the error, so each call fails its test as well. */
const found: string[] = [];

watchOutsideCalls((call) => {
  found.push(call);
  throw new Error(`${call} inside a transaction`);
});

const failTest = () => {
  const calls = new Set(found.splice(0));
  if (calls.size > 0) throw new Error(`no transaction may wait for another server: ${[...calls].join(', ')}`);
};
afterEach(failTest);
afterAll(failTest);
