import { createRecord } from './create-record';

const NAMESPACE = '/calendar/events/v1';
const AT_ONCE = 8;
const VENUES = 20;

/** Creates events through the API, so that the rows are exactly those of the service. */
export async function seedCalendar({ url }: { url: string }, events: number, authorization: string): Promise<void> {
  const create = (path: string, body: object) => createRecord(url + NAMESPACE + path, authorization, body);
  const venues: number[] = [];
  for (let n = 1; n <= VENUES; n += 1)
    venues.push(await create('/venues', { venue: `Hall ${n}`, city: 'Rome', address: `${n} Via Appia` }));
  const next = counter(events);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = next(); n !== undefined; n = next()) await create('/events', event(n, venues));
    }),
  );
}

function event(n: number, venues: number[]) {
  const start = new Date(Date.now() + n * 3_600_000);
  const text = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ');
  return {
    title: `Meeting ${n}`,
    description: `<p>The crew meets to talk about item ${n} of the list.</p>`.repeat(5),
    excerpt: `Item ${n}`,
    start_date: text(start),
    end_date: text(new Date(start.getTime() + 5_400_000)),
    status: 'publish',
    venue: { id: venues[n % venues.length] },
  };
}

function counter(last: number): () => number | undefined {
  let n = 0;
  return () => (n < last ? (n += 1) : undefined);
}
