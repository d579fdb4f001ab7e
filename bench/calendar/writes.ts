import { FIRST } from '../seed/events';

/** Milliseconds by kind of change. */
export type WriteTimes = Map<string, number[]>;

const WARM_UP_ROUNDS = 3;

/** In every round, each calendar creates an event, changes it in three ways and deletes it permanently. `urls` of the services. */
export async function measureWrites(urls: readonly string[], token: string, rounds: number): Promise<WriteTimes[]> {
  const results = urls.map((): WriteTimes => new Map());
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const [index, url] of urls.entries()) {
      const write = async (name: string, method: string, path: string, body: object): Promise<number> => {
        const started = performance.now();
        const answer = await fetch(`${url}/events${path}`, {
          method,
          headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const { id } = (await answer.json()) as { id: number };
        if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}`);
        const ms = performance.now() - started;
        if (round >= 0) results[index]?.set(name, [...(results[index].get(name) ?? []), ms]);
        return id;
      };
      const id = await write('event made', 'POST', '', eventOf(round));
      await write('title changed', 'PATCH', `/${id}`, { title: 'Another title' });
      await write('date changed', 'PATCH', `/${id}`, {
        start_date: '2027-03-04 10:00:00',
        end_date: '2027-03-04 12:00:00',
      });
      await write('taken back', 'PATCH', `/${id}`, { status: 'draft' });
      await write('deleted for good', 'DELETE', `/${id}?force=true`, {});
    }
  }
  return results;
}

const eventOf = (round: number) => ({
  title: `Meeting ${round}`,
  description: '<p>The crew meets to talk about the list.</p>',
  start_date: '2027-02-03 10:00:00',
  end_date: '2027-02-03 12:00:00',
  categories: [FIRST.category, FIRST.category + 20],
  tags: [FIRST.tag],
  venue: FIRST.venue + 3,
  organizer: FIRST.organizer + 3,
});
