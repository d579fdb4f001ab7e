import { parseTimeZone, UTC } from './time-zone';
import { clockWords, zoneWords } from './zone-labels';

const WINTER = new Date('2031-01-15T12:00:00Z');
const SUMMER = new Date('2031-07-15T12:00:00Z');
const zoneOf = (name: string) => parseTimeZone(name) ?? UTC;

describe('the words for a zone', () => {
  it.each([
    ['Europe/London', 'London time (UTC)', 'London time (UTC+1)', 'London time'],
    ['America/New_York', 'New York time (UTC−5)', 'New York time (UTC−4)', 'New York time'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires time (UTC−3)', 'Buenos Aires time (UTC−3)', 'Buenos Aires time'],
    ['Asia/Kathmandu', 'Kathmandu time (UTC+5:45)', 'Kathmandu time (UTC+5:45)', 'Kathmandu time'],
    ['America/St_Johns', 'St Johns time (UTC−3:30)', 'St Johns time (UTC−2:30)', 'St Johns time'],
    ['UTC', 'UTC', 'UTC', 'UTC'],
    ['UTC+2', 'UTC+2', 'UTC+2', 'UTC+2'],
    ['UTC+05:30', 'UTC+5:30', 'UTC+5:30', 'UTC+5:30'],
    ['UTC-10', 'UTC−10', 'UTC−10', 'UTC−10'],
    ['UTC-0:30', 'UTC−0:30', 'UTC−0:30', 'UTC−0:30'],
    ['Etc/GMT-3', 'UTC+3', 'UTC+3', 'UTC+3'],
    ['GMT', 'UTC', 'UTC', 'UTC'],
    ['Japan', 'UTC+9', 'UTC+9', 'UTC+9'],
  ])('%s', (name, winter, summer, always) => {
    expect(zoneWords(WINTER, zoneOf(name))).toBe(winter);
    expect(zoneWords(SUMMER, zoneOf(name))).toBe(summer);
    expect(clockWords(WINTER, zoneOf(name))).toBe(always);
  });
});
