import { SharedRun } from './shared-run';

/** Work that ends when the test says so. Its result is its number. */
function numbered() {
  const ends: (() => void)[] = [];
  const run = new SharedRun(
    () =>
      new Promise<number>((resolve) => {
        const number = ends.length;
        ends.push(() => resolve(number));
      }),
  );
  return { run, end: (number: number) => ends[number]?.(), begun: () => ends.length };
}

describe('SharedRun', () => {
  it('gives callers that arrive during a run the result of one later run', async () => {
    const { run, end, begun } = numbered();
    const first = run.result();
    const later = [run.result(), run.result()];
    end(0);
    expect(await first).toBe(0);
    expect(begun()).toBe(2);
    end(1);
    expect(await Promise.all(later)).toEqual([1, 1]);
  });

  it('runs again for a caller that arrives after the end', async () => {
    const { run, end } = numbered();
    for (const number of [0, 1]) {
      expect(run.isIdle).toBe(true);
      const result = run.result();
      expect(run.isIdle).toBe(false);
      end(number);
      expect(await result).toBe(number);
    }
  });

  it('runs again after a failure, for callers that waited and for new ones', async () => {
    const work = jest.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue('up');
    const run = new SharedRun<string>(work);
    const failing = run.result();
    const waiting = run.result();
    await expect(failing).rejects.toThrow('down');
    expect(await waiting).toBe('up');
    expect(run.isIdle).toBe(true);
    expect(await run.result()).toBe('up');
  });
});
