import { metrics } from '@almanac/observability';
import { until } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { browsersOf, signal } from './testing/browser-processes';

const READING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all', 'content-export'];
/** Two are printed at once, and twenty wait. */
const RUNNING = 2;
const PLACES = 20;

let app: ContentApp;
beforeAll(async () => void (app = await startContent()));
afterAll(() => app.close());

async function waiting(): Promise<number> {
  const text = await metrics.getSingleMetricAsString('almanac_pdf_queue');
  return Number(/^almanac_pdf_queue (\d+)$/m.exec(text)?.[1]);
}

it('a caller with many waiting PDF exports gives up a place in the full queue to another caller', async () => {
  const { id } = await app.given.page({ html: '<p>Printed</p>' });
  const [busy, other] = [
    await app.given.user({ permissions: READING }),
    await app.given.user({ permissions: READING }),
  ];
  const print = async ({ token }: { token: string }) => {
    const answer = await fetch(new URL(`/api/pages/${id}/export/pdf`, app.api.baseUrl), {
      headers: { authorization: `Token ${token}` },
    });
    await answer.arrayBuffer();
    return answer;
  };
  expect((await print(busy)).status).toBe(200);
  const stopped = browsersOf(process.pid);
  signal(stopped, 'SIGSTOP');
  const answered: Response[] = [];
  const all: Promise<number>[] = [];
  try {
    for (let count = 0; count < RUNNING + PLACES; count += 1)
      all.push(print(busy).then((answer) => answered.push(answer)));
    await until(async () => (await waiting()) === PLACES);
    const whole = print(other);
    // The newest export of the busy caller gives its place to the other caller.
    await until(() => answered.length === 1);
    expect(answered.map(({ status }) => status)).toEqual([503]);
    expect(Number(answered[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await waiting()).toBe(PLACES);
    signal(stopped, 'SIGCONT');
    expect((await whole).status).toBe(200);
    expect(answered.length).toBeLessThan(PLACES / 2);
  } finally {
    signal(stopped, 'SIGCONT');
    await Promise.all(all);
  }
  expect(answered.filter(({ status }) => status === 200)).toHaveLength(RUNNING + PLACES - 1);
});
