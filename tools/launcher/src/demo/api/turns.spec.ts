import { Turns } from './turns';

it('Turns runs at most this many tasks at once, in their order, also after failures', async () => {
  const turns = new Turns(2);
  const [begun, ends]: [number[], ((failure?: Error) => void)[]] = [[], []];
  const task = (index: number) => () => {
    begun.push(index);
    return new Promise<number>((resolve, reject) => {
      ends[index] = (failure) => (failure ? reject(failure) : resolve(index));
    });
  };
  const runs = [0, 1, 2, 3].map((index) => turns.run(task(index)));
  expect(begun).toEqual([0, 1]);
  ends[1]?.(new Error('failed'));
  await expect(runs[1]).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.();
  await runs[0];
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect(await Promise.all([runs[2], runs[3]])).toEqual([2, 3]);
});
