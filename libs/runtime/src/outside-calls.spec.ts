import { callsOutside, duringTransaction, watchOutsideCalls } from './outside-calls';

const found: string[] = [];
beforeAll(() => watchOutsideCalls((call) => found.push(call)));
beforeEach(() => found.splice(0));

const call = async (name: string) => {
  await Promise.resolve();
  callsOutside(name);
};

it('reports calls of a transaction only', async () => {
  await call('before');
  await Promise.all([duringTransaction(() => call('inside')), call('beside')]);
  await expect(duringTransaction(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await call('after');
  expect(found).toEqual(['inside']);
});

it('reports no call of work that goes on after its transaction', async () => {
  let end: () => void = () => undefined;
  const later = new Promise<void>((resolve) => (end = resolve)).then(() => call('later'));
  const started = await duringTransaction(() => {
    const work = new Promise<void>((resolve) => setImmediate(resolve)).then(() => later).then(() => call('late'));
    return Promise.resolve({ work });
  });
  end();
  await started.work;
  expect(found).toEqual([]);
});
