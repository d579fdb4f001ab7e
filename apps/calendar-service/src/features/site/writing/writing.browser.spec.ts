import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Reader, testReaders, until, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import { picture } from '../../../testing/image-host';
import { logIn } from '../../../testing/page-visitors';

const openReader = testReaders();

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar({ BASE_URL: 'http://calendar.example' });
  await app.given.category({ name: 'Workshops' });
  await app.given.tag({ name: 'Outdoors' });
  await app.given.venue({ venue: 'Town hall', city: 'Port' });
});
afterAll(() => app.close());

let reader: Reader;

/** Opens a browser of a member who may do everything. */
async function sitDown(scripts: boolean): Promise<void> {
  reader = await openReader(app.api.baseUrl, scripts);
  await logIn(reader, app, app.given.editor());
}

/** Fields for dates and times are no text boxes, and take keys by the language of the browser. */
const set = (values: Record<string, string>) =>
  reader.page.evaluate(
    `for (const [id, value] of Object.entries(${JSON.stringify(values)})) {
      const field = document.getElementById(id);
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }`,
  );
const valueOf = (id: string) => reader.page.evaluate(`document.getElementById(${JSON.stringify(id)}).value`);
const open = (selector: string) =>
  reader.page.evaluate(`for (const fold of document.querySelectorAll('${selector}')) fold.open = true`);

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an organizer with a browser %s', (how, scripts) => {
  it('writes an event with a venue made in place, changes, copies and deletes it, and takes it back', async () => {
    await sitDown(scripts);
    await reader.open('/events/2041-05-08/');
    expect(await reader.faults('event-none')).toEqual([]);
    await reader.press('New event', 'link');
    expect(await valueOf('start_date')).toBe('2041-05-08');
    expect(await reader.faults('event-new')).toEqual([]);
    await reader.fill({
      Title: `Rowing ${how}`,
      'Description (optional)': '<p>Bring <strong>water</strong>.</p>',
      'Venue 1': 'Town hall',
      'Category 1': 'Workshops',
      'Tag 1': 'Boats',
      'Cost (optional)': '12 €',
    });
    await set({ start_time: '14:00', end_time: '15:30' });
    await open('.name-rows details');
    await reader.fill({ Name: `Boat Shed ${how}`, City: 'Harbour' });
    await set({ 'new_venue-website': 'boats' });
    await reader.page.evaluate(`document.querySelector('.event-form').noValidate = true`);
    await reader.press('Create the event');
    expect(await reader.text()).toContain('Venue: website must be an absolute http or https address');
    expect(await valueOf('new_venue-city')).toBe('Harbour');
    expect(await reader.faults('event-refused')).toEqual([]);
    await set({ 'new_venue-website': '' });
    await reader.press('Create the event');
    expect(await reader.text()).toContain('The event is published.');
    expect(await reader.text('.facts')).toContain(`Boat Shed ${how}`);
    expect(await reader.text('.when')).toMatch(/8 May 2041, 14:00 – 15:30/);
    expect(await reader.faults('event-written')).toEqual([]);

    await reader.press('Edit', 'link');
    expect(await reader.faults('event-edit')).toEqual([]);
    await reader.fill({ Title: `Rowing for all ${how}` });
    await reader.page.click('[name="all_day"]');
    await reader.press('Save the event');
    expect(await reader.text()).toContain('The event is saved.');
    expect(await reader.text('h1')).toBe(`Rowing for all ${how}`);
    expect(await reader.text('.when')).toBe('Wednesday, 8 May 2041');

    await reader.press('Tickets', 'link');
    await reader.fill({ Name: 'Seat', 'Price (optional)': '5', 'Places (optional)': '8' });
    await reader.press('Add the ticket');
    expect(await reader.text('.rows')).toMatch(/Seat\s+5\s+0 taken\s+8 left/);
    expect(await reader.faults('event-tickets')).toEqual([]);
    await reader.press('Seat', 'link');
    expect(await reader.faults('event-ticket')).toEqual([]);
    await reader.press('Back to the event', 'link');

    await reader.press('Copy', 'link');
    await reader.press('Create the copy');
    expect(await reader.text()).toContain('The event is saved as a draft.');
    expect(await reader.text('h1')).toBe(`Copy of Rowing for all ${how}`);

    await reader.press('Delete', 'link');
    expect(await reader.faults('event-delete')).toEqual([]);
    await reader.press('Delete the event');
    await reader.press('Open the trash', 'link');
    expect(await reader.faults('event-trash')).toEqual([]);
    await reader.press(`Restore Copy of Rowing for all ${how}`);
    expect(await reader.text()).toContain('The event is restored.');
    await reader.open('/events/');
    await reader.press('My events', 'link');
    expect(await reader.text()).toContain(`Copy of Rowing for all ${how}`);
    expect(await reader.faults('event-list')).toEqual([]);
  });
});

describe('with JavaScript', () => {
  it('the end moves along with the start, whole days hide the times, and rows are added', async () => {
    await sitDown(true);
    await reader.open('/events/community/add');
    await set({ start_date: '2041-05-08', start_time: '22:00' });
    await set({ end_date: '2041-05-09', end_time: '01:30' });
    await set({ start_date: '2041-12-31' });
    expect([await valueOf('end_date'), await valueOf('end_time')]).toEqual(['2042-01-01', '01:30']);
    await set({ start_time: '23:00' });
    expect([await valueOf('end_date'), await valueOf('end_time')]).toEqual(['2042-01-01', '02:30']);
    const areClocksShown = () => reader.page.evaluate(`document.getElementById('start_time').checkVisibility()`);
    expect(await areClocksShown()).toBe(true);
    await reader.page.click('[name="all_day"]');
    expect(await areClocksShown()).toBe(false);
    await reader.page.click('[data-add="Add another tag"] + button');
    await reader.fill({ 'Tag 1': 'One', 'Tag 2': 'Two', Title: 'Rows' });
    await reader.press('Create the event');
    expect(await reader.text('.facts')).toMatch(/One\s+Two/);
  });

  it('the chosen image is looked at before it is saved', async () => {
    await sitDown(true);
    await reader.open('/events/community/add');
    await reader.fill({ Title: 'Pictured' });
    const field = await reader.page.$('input[type="file"]');
    if (!field) throw new Error('there is no field for the image');
    const file = path.join(tmpdir(), `almanac-event-${process.pid}.png`);
    writeFileSync(file, await picture(600, 400));
    await field.uploadFile(file);
    await until(async () => (await reader.page.$('img[alt="The chosen image"][src^="data:image/png"]')) !== null);
    await reader.press('Create the event');
    rmSync(file);
    expect(await reader.page.$('.record-image')).not.toBeNull();
    await reader.press('Edit', 'link');
    expect(await reader.faults('event-image')).toEqual([]);
  });
});

it('an event is written with a keyboard alone', async () => {
  await sitDown(true);
  await reader.page.setViewport({ width: 360, height: 740 });
  await reader.open('/events/');
  await reader.tabTo('New event');
  await reader.enter();
  await reader.tabTo('Title');
  await reader.page.keyboard.type('By keys');
  await reader.tabTo('All day');
  await reader.page.keyboard.press('Space');
  await reader.tabTo('Organizer 1');
  await reader.tabTo('Or a new one');
  await reader.page.keyboard.press('Enter');
  await reader.tabTo('Name');
  await reader.page.keyboard.type('Ann of the keys');
  await reader.tabTo('Create the event');
  await reader.enter();
  expect(await reader.text()).toContain('The event is published.');
  expect(await reader.text('.facts')).toContain('Ann of the keys');
});
