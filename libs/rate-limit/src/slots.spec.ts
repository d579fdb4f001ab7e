import { Slots } from './slots';

const later = (work: Promise<unknown>) =>
  Promise.race([work.then(() => 'running'), new Promise((resolve) => setImmediate(resolve, 'waiting'))]);

describe('slots', () => {
  it('let so many run, so many wait, and refuse the rest', async () => {
    const slots = new Slots(1, 1, 'Busy.');
    const give = await slots.take();
    const second = slots.take();
    expect(await later(second)).toBe('waiting');
    await expect(slots.take()).rejects.toMatchObject({ status: 503, details: { headers: { 'Retry-After': '5' } } });
    give();
    expect(await later(second)).toBe('running');
  });

  it('go to those who wait in the order in which they came', async () => {
    const slots = new Slots(1, 5, 'Busy.');
    const order: number[] = [];
    const give = await slots.take();
    const all = [1, 2, 3].map(async (number) => {
      const done = await slots.take();
      order.push(number);
      done();
    });
    give();
    await Promise.all(all);
    expect(order).toEqual([1, 2, 3]);
  });

  it('are given back once only', async () => {
    const slots = new Slots(1, 1, 'Busy.');
    const give = await slots.take();
    give();
    give();
    await slots.take();
    expect(await later(slots.take())).toBe('waiting');
  });

  it('are not kept for those who left while they waited', async () => {
    const slots = new Slots(1, 1, 'Busy.');
    const give = await slots.take();
    const caller = new AbortController();
    const left = slots.take(caller.signal);
    caller.abort();
    await expect(left).rejects.toMatchObject({ status: 503 });
    const next = slots.take();
    give();
    expect(await later(next)).toBe('running');
  });

  it('are waited for as long as allowed, in a queue that others move up in', async () => {
    const slots = new Slots(1, 2, 'Busy.', 50);
    const give = await slots.take();
    await expect(slots.take()).rejects.toMatchObject({ status: 503, message: 'Busy. Try again in a few seconds.' });
    const next = slots.take();
    give();
    expect(await later(next)).toBe('running');
  });
});
