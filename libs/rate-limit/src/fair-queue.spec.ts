import { FairQueue } from './slots';

/** A queue with one work per letter of `arrivals`: its caller and a number, such as `a1`. */
function queueOf(arrivals: string): FairQueue<string> {
  const queue = new FairQueue<string>();
  const made = new Map<string, number>();
  for (const caller of arrivals) {
    const number = (made.get(caller) ?? 0) + 1;
    made.set(caller, number);
    queue.add(caller, `${caller}${number}`);
  }
  return queue;
}

function order(queue: FairQueue<string>): string {
  const works: string[] = [];
  for (let work = queue.next(); work !== undefined; work = queue.next()) works.push(work);
  return works.join(' ');
}

describe('FairQueue', () => {
  it.each([
    ['one caller is served in the order of arrival', 'aaa', 'a1 a2 a3'],
    ['a second caller is served after one work of the first', 'aaaab', 'a1 b1 a2 a3 a4'],
    ['all callers take turns', 'aaabbc', 'a1 b1 c1 a2 b2 a3'],
  ])('%s', (_rule, arrivals, served) => {
    const queue = queueOf(arrivals);
    expect(queue.length).toBe(arrivals.length);
    expect(order(queue)).toBe(served);
    expect(queue.length).toBe(0);
  });

  it('a caller who has had a turn waits for the turns of all others', () => {
    const queue = queueOf('ab');
    expect(queue.next()).toBe('a1');
    queue.add('a', 'a2');
    expect(order(queue)).toBe('b1 a2');
  });

  it('removed work is not served, and its caller loses the place only without other work', () => {
    const queue = queueOf('aabc');
    queue.remove('a', 'a1');
    queue.remove('b', 'b1');
    queue.remove('b', 'b1');
    expect(queue.length).toBe(2);
    expect(order(queue)).toBe('a2 c1');
  });

  it.each([
    ['a new caller displaces the newest work of the longest line', 'aaab', 'c', 'a3', 'a1 b1 a2'],
    ['a caller with a shorter line displaces it, too', 'aaab', 'b', 'a3', 'a1 b1 a2'],
    ['a caller whose line would become as long displaces none', 'aab', 'b', undefined, 'a1 b1 a2'],
    ['the caller of the longest line displaces none', 'aaab', 'a', undefined, 'a1 b1 a2 a3'],
    ['a new caller displaces none when each caller has one work', 'abc', 'd', undefined, 'a1 b1 c1'],
  ])('%s', (_rule, arrivals, caller, displaced, left) => {
    const queue = queueOf(arrivals);
    expect(queue.displaceFor(caller)).toBe(displaced);
    expect(queue.length).toBe(left.split(' ').length);
    expect(order(queue)).toBe(left);
  });
});
