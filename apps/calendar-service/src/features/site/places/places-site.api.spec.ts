import { csrfIn } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { MadeTicket } from '../../../testing/given';
import { browserOf } from '../../../testing/page-visitors';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

async function formOf({ event }: MadeTicket): Promise<string> {
  const { body } = await app.api.as(app.given.editor()).get(`/events/${event}?context=edit`);
  return `/event/${String(Object(body).slug)}/places`;
}

describe('the form for places of an event', () => {
  it('gives a stranger a place, which a secret address cancels again', async () => {
    const ticket = await app.given.ticket({ capacity: 2 });
    const form = await formOf(ticket);
    const browser = browserOf(app);
    expect((await browser.get(form)).text).toContain('2 left');
    const fields = { ticket: String(ticket.id), name: 'Bob', email: 'bob@example.test' };
    const { status, headers } = await browser.submit(form, fields);
    const place = headers.get('location') ?? '';
    expect([status, place]).toEqual([303, expect.stringMatching(`^${form}/\\d+\\?cancel_token=`)]);
    const page = await browser.get(place);
    expect(page.text).toContain('You have a place.');
    expect(page.text).toContain('<bdi>Bob</bdi> has a place.');
    expect((await browserOf(app).get(place.replace(/\?.*/, ''))).status).toBe(401);
    const cancelled = await browser.submitAndFollow(place, {});
    expect(cancelled.text).toContain('This place is cancelled.');
    expect((await browser.get(form)).text).toContain('2 left');
  });

  it('gives a member a place without a secret address', async () => {
    const ticket = await app.given.ticket();
    const form = await formOf(ticket);
    const member = app.given.subscriber();
    const browser = browserOf(app, member);
    const fields = { ticket: String(ticket.id), name: 'Ann', email: 'ann@example.test' };
    const { headers } = await browser.submit(form, fields);
    const place = headers.get('location') ?? '';
    expect(place).toMatch(new RegExp(`^${form}/\\d+$`));
    expect((await browser.get(place)).text).toContain('<bdi>Ann</bdi> has a place.');
    expect((await browserOf(app, app.given.subscriber()).get(place)).status).toBe(403);
  });

  it('shows each fault at its field with the typed values', async () => {
    const ticket = await app.given.ticket();
    const form = await formOf(ticket);
    const browser = browserOf(app);
    const { text } = await browser.submitAndFollow(form, { ticket: String(ticket.id), name: 'Cleo', email: 'nobody' });
    expect(text).toContain('id="email-fault"');
    expect(text).toContain('value="Cleo"');
  });

  it('shows that an address has a place already, and that a ticket is sold out', async () => {
    const ticket = await app.given.ticket({ capacity: 1 });
    const form = await formOf(ticket);
    const browser = browserOf(app);
    const { text } = await browser.get(form);
    const send = (email: string) =>
      browser.send(
        'POST',
        form,
        new URLSearchParams({ _csrf: csrfIn(text), ticket: String(ticket.id), name: 'Dan', email }),
      );
    await send('dan@example.test');
    await send('dan@example.test');
    expect((await browser.get(form)).text).toContain('This e-mail address has a place already.');
    await send('eve@example.test');
    expect((await browser.get(form)).text).toContain('This ticket is sold out');
  });

  it('takes a place of one date of a series', async () => {
    const event = await app.given.event({ rrule: 'FREQ=WEEKLY;COUNT=3' });
    const ticket = await app.given.ticket({ per_occurrence: true, capacity: 1 }, event.id);
    const browser = browserOf(app);
    const form = await formOf(ticket);
    const { text } = await browser.submitAndFollow(form, {
      ticket: String(ticket.id),
      occurrence_date: '2031-05-08 10:00:00',
      name: 'Fay',
      email: 'fay@example.test',
    });
    expect(text).toContain('2031-05-08 10:00');
  });

  it('refuses forms without a CSRF token', async () => {
    const ticket = await app.given.ticket();
    const browser = browserOf(app);
    const fields = { ticket: String(ticket.id), name: 'Gus', email: 'gus@example.test' };
    const { status } = await browser.send('POST', await formOf(ticket), new URLSearchParams(fields));
    expect(status).toBe(403);
  });

  it('shows that an event without tickets takes no replies', async () => {
    const event = await app.given.event();
    expect((await browserOf(app).get(`/event/${event.slug}/places`)).text).toContain('This event takes no replies.');
  });

  it('opens with the password of a protected event', async () => {
    const event = await app.given.event({ password: 'open sesame' });
    const ticket = await app.given.ticket({}, event.id);
    const browser = browserOf(app);
    await browser.submit(`/event/${event.slug}/password`, { password: 'open sesame' });
    const fields = { ticket: String(ticket.id), name: 'Hal', email: 'hal@example.test' };
    expect((await browser.submitAndFollow(await formOf(ticket), fields)).text).toContain('<bdi>Hal</bdi> has a place.');
  });
});
