import { toWallClock } from '../time-zones/conversion';
import { parseTimeZone, UTC } from '../time-zones/time-zone';
import { publicationDates, readPublicationDate } from './publication-date';

const siteZone = parseTimeZone('Europe/Rome') ?? UTC;
const now = new Date('2026-11-21T22:30:00Z');

it.each([
  [{ date: '2026-03-01 09:00:00' }, '2026-03-01 08:00:00'],
  [{ date: '2026-11-01 10:00:00' }, '2026-11-01 09:00:00'],
  [{ date: '2026-07-01T10:00:00-05:00' }, '2026-07-01 15:00:00'],
  [{ date_utc: '2026-11-01 10:00:00' }, '2026-11-01 10:00:00'],
  [{ date_utc: '1814436000' }, '2027-07-01 10:00:00'],
  [{ date: '2026-11-01 10:00:00', date_utc: '2026-10-01 10:00:00' }, '2026-10-01 10:00:00'],
  [{ date: 'tomorrow 9am' }, '2026-11-22 08:00:00'],
])('readPublicationDate reads %j as %s in UTC', (input, utc) => {
  const result = readPublicationDate(input, { siteZone, now });
  expect('publishedAt' in result && result.publishedAt && toWallClock(result.publishedAt, UTC)).toBe(utc);
});

it('readPublicationDate resolves relative dates in the zone of the event and keeps the local time', () => {
  const eventZone = parseTimeZone('Asia/Hong_Kong');
  expect(readPublicationDate({ date: 'tomorrow 9am' }, { siteZone, eventZone, now })).toEqual({
    publishedAt: new Date('2026-11-23T08:00:00Z'),
  });
});

it('readPublicationDate returns no date without input', () =>
  expect(readPublicationDate({}, { siteZone, now })).toEqual({ publishedAt: undefined }));

it.each([
  [{ date: 'foo' }, ['date']],
  [{ date_utc: '' }, ['date_utc']],
  [{ date: 'foo', date_utc: '2026-02-30' }, ['date', 'date_utc']],
])('%j is rejected', (input, refused) => expect(readPublicationDate(input, { siteZone, now })).toEqual({ refused }));

it('publicationDates returns a pair, with zeros for a draft without a date', () => {
  const published = new Date('2026-11-21T09:44:22Z');
  expect(publicationDates(published, now, siteZone)).toEqual({
    date: '2026-11-21 10:44:22',
    date_utc: '2026-11-21 09:44:22',
  });
  expect(publicationDates(null, published, siteZone)).toEqual({
    date: '2026-11-21 10:44:22',
    date_utc: '0000-00-00 00:00:00',
  });
});
