import { forCaller } from './caller';
import { Slots } from './slots';

const later = (work: Promise<unknown>) =>
  Promise.race([work.then(() => 'running'), new Promise((resolve) => setImmediate(resolve, 'waiting'))]);

describe('slots', () => {
  it('run one call, queue one call, and refuse the third with 503', async () => {
    const slots = new Slots(1, 1, 'Busy.');
    const give = await slots.take();
    const second = slots.take();
    expect(await later(second)).toBe('waiting');
    await expect(slots.take()).rejects.toMatchObject({ status: 503, details: { headers: { 'Retry-After': '5' } } });
    give();
    expect(await later(second)).toBe('running');
  });

  it('are given in the order of the queue', async () => {
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

  it('are released only once', async () => {
    const slots = new Slots(1, 1, 'Busy.');
    const give = await slots.take();
    give();
    give();
    await slots.take();
    expect(await later(slots.take())).toBe('waiting');
  });

  it('skip a caller who disconnected in the queue', async () => {
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

  it('refuse a waiting call with 503 after the time limit, and the queue moves up', async () => {
    const slots = new Slots(1, 2, 'Busy.', 50);
    const give = await slots.take();
    await expect(slots.take()).rejects.toMatchObject({ status: 503, message: 'Busy. Try again in a few seconds.' });
    const next = slots.take();
    give();
    expect(await later(next)).toBe('running');
  });

  it('go to another caller before the rest of a long line', async () => {
    const slots = new Slots(1, 20, 'Busy.');
    const order: string[] = [];
    const give = await slots.take();
    const work = async (caller: string) => {
      const done = await slots.take(undefined, caller);
      order.push(caller);
      done();
    };
    const all = [...Array.from({ length: 10 }, () => work('busy')), work('other')];
    give();
    await Promise.all(all);
    expect(order.indexOf('other')).toBe(1);
  });

  it('know the caller that the running code works for', async () => {
    const slots = new Slots(1, 20, 'Busy.');
    const order: string[] = [];
    const give = await slots.take();
    const work = async (caller: string) => {
      const done = await slots.take();
      order.push(caller);
      done();
    };
    const all = ['busy', 'busy', 'busy', 'other'].map((caller) => forCaller(caller, () => work(caller)));
    give();
    await Promise.all(all);
    expect(order).toEqual(['busy', 'other', 'busy', 'busy']);
  });

  it('refuse the newest work of the longest line when a full queue gets work of another caller', async () => {
    const slots = new Slots(1, 2, 'Busy.');
    const give = await slots.take();
    const [first, second] = [slots.take(undefined, 'busy'), slots.take(undefined, 'busy')];
    const other = slots.take(undefined, 'other');
    await expect(second).rejects.toMatchObject({ status: 503, details: { headers: { 'Retry-After': '5' } } });
    await expect(slots.take(undefined, 'busy')).rejects.toMatchObject({ status: 503 });
    expect(slots.queued).toBe(2);
    give();
    (await first)();
    expect(await later(other)).toBe('running');
  });
});
