import { nonEmpty, type ReceivedSpan, until } from '@almanac/testing';
import { idOf } from '../../apps/content-service/src/testing/answers';
import { archiveOf } from '../../apps/content-service/src/testing/archives';
import type { Person } from '../../apps/content-service/src/testing/given';
import { multipart } from '../../apps/content-service/src/testing/uploads';
import { TracedSystem } from './testing/traced-system';

const CALLER = 'b7ad6b7169203331';

let system: TracedSystem;
let admin: Person;
beforeAll(async () => {
  system = await TracedSystem.start();
  admin = await system.content.given.admin();
});
afterAll(() => system.close());

/** The caller's own trace. */
const traceparent = (trace: string, flags = '01') => ({ traceparent: `00-${trace}-${CALLER}-${flags}` });

/** The names of all spans above a span and of itself, from the gateway on. */
function pathTo({ service, name, parentSpanId }: ReceivedSpan, trace: ReceivedSpan[]): string {
  const parent = trace.find(({ spanId }) => spanId === parentSpanId);
  return `${parent ? `${pathTo(parent, trace)} > ` : ''}${service}: ${name}`;
}

/** The paths of all spans of a trace, once it has these. */
async function pathsOf(id: string, ...expected: string[]): Promise<string[]> {
  const paths = () => {
    const trace = system.collector.trace(id);
    return trace.map((span) => pathTo(span, trace));
  };
  await until(() => expected.every((path) => paths().includes(path)));
  return paths();
}

it('one trace spans the gateway, the service, its statements and its job', async () => {
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const api = system.api.as(admin);
  const archive = await archiveOf({ book: { name: 'Traced', pages: [{ name: 'p' }] } });
  const upload = await api.post('/api/imports', multipart({}, { file: { content: archive, name: 'x.zip' } }));
  const { status } = await api.with(traceparent(trace)).post(`/api/imports/${idOf(upload.body)}`, {});
  expect(status).toBe(200);

  const service = 'gateway: POST content > gateway: POST > content-service: POST /api/imports/:id';
  await pathsOf(
    trace,
    'gateway: POST content',
    `${service} > content-service: INSERT job_runs`,
    `${service} > content-service: job runs.import > content-service: INSERT books`,
  );
  const [first] = system.collector.trace(trace).filter(({ name }) => name === 'POST content');
  expect(first).toMatchObject({
    parentSpanId: CALLER,
    attributes: { 'http.route': 'content', 'http.response.status_code': 200 },
  });
  const names = new Set(system.collector.trace(trace).map(({ name }) => name));
  for (const name of nonEmpty(names))
    expect(name).toMatch(/^(?:(?:job |work )?[\w.]+|[A-Z]+ (?:content|\/api\/imports\/:id|[a-z_.]+))$/);
});

it('a trace continues in the service that the first service asks, with the same request id', async () => {
  const trace = '1af7651916cd43dd8448eb211c80319c';
  const api = system.api.as(admin).with({ ...traceparent(trace), 'x-request-id': 'asked-by-the-calendar' });
  expect((await api.get('/calendar/events/v1/events')).status).toBe(200);
  await pathsOf(
    trace,
    'gateway: GET calendar > gateway: GET > calendar-service: GET /calendar/events/v1/events > calendar-service: POST > content-service: POST /internal/tokens/introspect',
  );
  const paths = system.lines.filter((line) => line['request_id'] === 'asked-by-the-calendar').map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/internal/tokens/introspect', '/calendar/events/v1/events']));
});

it('a trace that its caller does not record is not sent, but named in the log', async () => {
  const trace = '2af7651916cd43dd8448eb211c80319c';
  await system.api.as(admin).with(traceparent(trace, '00')).get('/api/books');
  const { headers } = await system.api.as(admin).get('/api/books');
  const last = headers.get('x-request-id');
  const idsOf = (service: string) =>
    system.lines
      .filter((line) => line['request_id'] === last && line['name'] === service)
      .map((line) => String(line['trace_id']));
  await until(() => idsOf('gateway').length > 0);
  const [id = ''] = idsOf('gateway');
  await pathsOf(id, 'gateway: GET content > gateway: GET > content-service: GET /api/books');
  expect(idsOf('content-service')).toEqual([id]);
  expect(system.collector.trace(trace)).toEqual([]);
  expect(system.lines.filter((line) => line['trace_id'] === trace)).toHaveLength(2);
});

it('the collector gets the configured headers', async () => {
  await until(() => system.collector.spans.length > 0);
  expect(system.collector.headers).toMatchObject({ 'x-collector-key': 'collector-secret' });
});

it('the spans of the last request arrive when the programs stop at SIGTERM', async () => {
  const trace = '3af7651916cd43dd8448eb211c80319c';
  expect((await system.api.as(admin).with(traceparent(trace)).get('/api/shelves')).status).toBe(200);
  expect(await system.stopPrograms()).toEqual([0, 0, 0]);
  const service = 'gateway: GET content > gateway: GET > content-service: GET /api/shelves';
  expect(await pathsOf(trace)).toEqual(
    expect.arrayContaining([service, `${service} > content-service: SELECT api_tokens`]),
  );
});
