import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { ImageHost, picture } from '../../testing/image-host';

/** A server on this machine. Its host is not among the allowed hosts. */
let inside: ImageHost;
/** A server on an allowed host that redirects callers. */
let outside: ImageHost;
let app: CalendarApp;
beforeAll(async () => {
  [inside, outside] = [await ImageHost.start(), await ImageHost.start()];
  inside.serve('/a.png', await picture(8, 8));
  app = await startCalendar({ OUTGOING_ALLOWED_HOSTS: outside.host });
});
afterAll(async () => {
  await app.close();
  await inside.stop();
  await outside.stop();
});

const port = () => inside.host.replace(/^.*:/, '');
const ADDRESSES: [string, () => string][] = [
  ['by number', () => `http://127.0.0.1:${port()}/a.png`],
  ['by a short number', () => `http://127.1:${port()}/a.png`],
  ['by a decimal number', () => `http://2130706433:${port()}/a.png`],
  ['by a hexadecimal number', () => `http://0x7f000001:${port()}/a.png`],
  ['by an octal number', () => `http://0177.0.0.1:${port()}/a.png`],
  ['by name', () => `http://localhost:${port()}/a.png`],
  ['as an IPv4 address within IPv6', () => `http://[::ffff:127.0.0.1]:${port()}/a.png`],
  ['by IPv6', () => `http://[::1]:${port()}/a.png`],
  ['as the host of nothing', () => `http://0.0.0.0:${port()}/a.png`],
  ['with a name before it', () => `http://example.com@127.0.0.1:${port()}/a.png`],
  ['at the port of the web', () => 'http://127.0.0.1/a.png'],
  ['by name at the port of the web', () => 'http://localhost:8080/a.png'],
  ['as the metadata service of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
  [
    'by way of a site outside',
    () =>
      outside.serve('/to-inside', (response) =>
        response.writeHead(302, { location: `http://${inside.host}/a.png` }).end(),
      ),
  ],
];

describe.each([
  ['/events', { title: 'x', start_date: '2031-05-01', end_date: '2031-05-01' }],
  ['/venues', { venue: 'x' }],
  ['/organizers', { organizer: 'x' }],
])('an image of %s', (path, fields) => {
  it.each(ADDRESSES)('is rejected without a fetch from an internal address given %s', async (_, address) => {
    const { status, body } = await app.api.as(app.given.editor()).post(path, { ...fields, image: address() });
    expect([status, body]).toMatchObject([400, { data: { params: { image: 'Invalid parameter.' } } }]);
    expect(inside.asked).toEqual([]);
  });
});
