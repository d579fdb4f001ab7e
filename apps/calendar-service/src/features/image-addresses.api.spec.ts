import { createServer } from 'node:http';
import { type CalendarApp, startCalendar } from '../testing/calendar-app';

let asked = 0;
const elsewhere = createServer((_, response) => {
  asked += 1;
  response.end();
});
let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await app.close();
  elsewhere.closeAllConnections();
  await new Promise((resolve) => elsewhere.close(resolve));
});

it.each([
  ['/events', { title: 'x', start_date: '2031-05-01', end_date: '2031-05-01' }],
  ['/venues', { venue: 'x' }],
  ['/organizers', { organizer: 'x' }],
])('no address that a caller of %s gives as an image is asked', async (path, fields) => {
  const address = elsewhere.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  for (const image of [`http://127.0.0.1:${port}/a.png`, `http://localhost:${port}/a.png`, `http://[::ffff:127.0.0.1]:${port}/a.png`]) {
    const { status, body } = await app.api.as(app.given.editor()).post(path, { ...fields, image });
    expect([status, body]).toMatchObject([400, { data: { params: { image: expect.anything() } } }]);
  }
  expect(asked).toBe(0);
});
