import { compareShape, describeWithReference, nonEmpty } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { type Capture, CAPTURES, capturesInOrder } from './captures';
import { CAPTURED_BASE } from './reference-files';
import { LEFT_OUT } from './reference-deviations';

const LIMIT = 3;
/** One user's requests within a minute; the limit is 3. */
const REQUESTS = capturesInOrder([
  ...[1, 2, 3, 4, 5].map((number) => `rate-limit-request-${number}-of-limit-3`),
  'rate-limit-docs-json',
]);
/** Refused on the reference, which counts addresses; here each user and each address has a limit of its own. */
const BY_ADDRESS = capturesInOrder(['rate-limit-bad-token', 'rate-limit-no-token']);
const CORS = capturesInOrder(['cors-simple-origin']);

let app: ContentApp;
beforeAll(async () => {
  if (REQUESTS.length > 0) app = await startContent({ API_REQUESTS_PER_MIN: String(LIMIT) });
});
afterAll(() => (REQUESTS.length === 0 ? undefined : app.close()));

const COUNTS = ['x-ratelimit-limit', 'x-ratelimit-remaining'];

function differences(capture: Capture, answer: { body: unknown; headers: Headers }, compared: readonly string[]) {
  const body: unknown = JSON.parse(JSON.stringify(capture.body).replaceAll(CAPTURED_BASE, app.baseUrl));
  const headers = compared.filter((name) => answer.headers.get(name) !== (capture.responseHeaders[name] ?? null));
  const hasReset = answer.headers.has('x-ratelimit-reset') && answer.headers.has('retry-after');
  return [
    ...compareShape(body, answer.body, { ignore: Object.keys(LEFT_OUT) }),
    ...headers,
    ...(hasReset === 'retry-after' in capture.responseHeaders ? [] : ['retry-after']),
  ];
}

describeWithReference(CAPTURES, 'the captured rate limit', () => {
  it('counts down and refuses requests of one user as captured', async () => {
    const caller = app.api.as(await app.given.editor());
    for (const capture of nonEmpty(REQUESTS)) {
      const answer = await caller.send(capture.method, capture.path);
      const { name } = capture;
      expect({ name, status: answer.status, differences: differences(capture, answer, COUNTS) }).toEqual({
        name,
        status: capture.status,
        differences: [],
      });
    }
  });

  it.each(BY_ADDRESS.map((capture) => [capture.name, capture] as const))(
    '%s is refused once its address has used up the limit',
    async (_name, capture) => {
      const { Authorization } = capture.headers;
      const stranger = app.api.with({
        'x-forwarded-for': Authorization ? '198.51.100.1' : '198.51.100.2',
        ...(Authorization ? { authorization: Authorization } : {}),
      });
      for (let request = 0; request < LIMIT; request++)
        expect((await stranger.send(capture.method, capture.path)).status).toBe(401);
      const answer = await stranger.send(capture.method, capture.path);
      expect({ status: answer.status, differences: differences(capture, answer, COUNTS) }).toEqual({
        status: capture.status,
        differences: [],
      });
    },
  );

  it.each(CORS.map((capture) => [capture.name, capture] as const))('%s matches ours', async (_name, capture) => {
    const { Origin: origin = '' } = capture.headers;
    const answer = await app.api
      .as(await app.given.editor())
      .with({ origin })
      .send(capture.method, capture.path);
    const cors = ['access-control-allow-origin', 'access-control-allow-credentials'];
    expect({ status: answer.status, differences: differences(capture, answer, cors) }).toEqual({
      status: capture.status,
      differences: [],
    });
  });
});
