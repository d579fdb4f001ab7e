import { SERVICE_SECRET_HEADER } from '@almanac/auth';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { SERVICE_SECRET } from '../../testing/content-stand-in';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const service = () => app.api.atRoot({ [SERVICE_SECRET_HEADER]: SERVICE_SECRET });

describe('GET /internal/jobs', () => {
  it('returns the queues and the failed jobs to other services', async () => {
    const { status, body } = await service().get('/internal/jobs');
    expect({ status, body }).toMatchObject({ status: 200, body: { failed: { total: 0, rows: [] } } });
    expect(body).toHaveProperty('queues');
  });

  it('returns 404 to callers without the secret', async () => {
    for (const headers of [{}, { [SERVICE_SECRET_HEADER]: 'guessed' }])
      expect((await app.api.atRoot(headers).get('/internal/jobs')).status).toBe(404);
  });
});

it('POST /internal/jobs/{jobId}/retry returns 404 for an unknown job', async () => {
  expect((await service().post('/internal/jobs/unknown/retry')).status).toBe(404);
});
