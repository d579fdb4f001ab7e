import { abbreviationAt } from './zone-labels';
import { parseTimeZone } from './time-zone';

const inZone = (name: string, instant: string) => {
  const zone = parseTimeZone(name);
  return zone && abbreviationAt(new Date(instant), zone);
};

it.each([
  // as recorded on the reference
  ['Europe/Rome', 'CET', 'CEST'],
  ['europe/rome', 'CET', 'CEST'],
  ['America/New_York', 'EST', 'EDT'],
  ['America/Chicago', 'CST', 'CDT'],
  ['America/Juneau', 'AKST', 'AKDT'],
  ['America/St_Johns', 'NST', 'NDT'],
  ['America/Sao_Paulo', '-03', '-03'],
  ['Europe/Lisbon', 'WET', 'WEST'],
  ['Asia/Hong_Kong', 'HKT', 'HKT'],
  ['Asia/Tokyo', 'JST', 'JST'],
  ['Asia/Kathmandu', '+0545', '+0545'],
  ['Asia/Dubai', '+04', '+04'],
  ['Australia/Sydney', 'AEDT', 'AEST'],
  ['EST', 'EST', 'EST'],
  ['GMT', 'GMT', 'GMT'],
  ['UTC', 'UTC', 'UTC'],
  ['UTC+0', 'UTC+0', 'UTC+0'],
  ['UTC-5', 'UTC-5', 'UTC-5'],
  ['UTC+5.5', 'UTC+5.5', 'UTC+5.5'],
  ['UTC+05:30', 'UTC+05:30', 'UTC+05:30'],
  // from the tz database
  ['Europe/London', 'GMT', 'BST'],
  ['Europe/Jersey', 'GMT', 'BST'],
  ['Europe/Dublin', 'GMT', 'IST'],
  ['Europe/Athens', 'EET', 'EEST'],
  ['Europe/Moscow', 'MSK', 'MSK'],
  ['Europe/Istanbul', '+03', '+03'],
  ['America/Los_Angeles', 'PST', 'PDT'],
  ['America/Adak', 'HST', 'HDT'],
  ['America/Havana', 'CST', 'CDT'],
  ['America/Hermosillo', 'MST', 'MST'],
  ['America/Miquelon', '-03', '-02'],
  ['Pacific/Honolulu', 'HST', 'HST'],
  ['Pacific/Pago_Pago', 'SST', 'SST'],
  ['Pacific/Guam', 'ChST', 'ChST'],
  ['Pacific/Auckland', 'NZDT', 'NZST'],
  ['Pacific/Chatham', '+1345', '+1245'],
  ['Pacific/Marquesas', '-0930', '-0930'],
  ['Australia/Perth', 'AWST', 'AWST'],
  ['Australia/Lord_Howe', '+11', '+1030'],
  ['Australia/Eucla', '+0845', '+0845'],
  ['Asia/Shanghai', 'CST', 'CST'],
  ['Asia/Seoul', 'KST', 'KST'],
  ['Asia/Manila', 'PST', 'PST'],
  ['Asia/Jakarta', 'WIB', 'WIB'],
  ['Asia/Makassar', 'WITA', 'WITA'],
  ['Asia/Jayapura', 'WIT', 'WIT'],
  ['Asia/Karachi', 'PKT', 'PKT'],
  ['Asia/Kolkata', 'IST', 'IST'],
  ['Asia/Colombo', '+0530', '+0530'],
  ['Asia/Jerusalem', 'IST', 'IDT'],
  ['Asia/Singapore', '+08', '+08'],
  ['Africa/Johannesburg', 'SAST', 'SAST'],
  ['Africa/Nairobi', 'EAT', 'EAT'],
  ['Africa/Lagos', 'WAT', 'WAT'],
  ['Etc/GMT+5', '-05', '-05'],
  ['Etc/GMT', 'GMT', 'GMT'],
])('%s is %s in January and %s in July', (zone, january, july) => {
  expect(inZone(zone, '2031-01-15T12:00:00Z')).toBe(january);
  expect(inZone(zone, '2031-07-15T12:00:00Z')).toBe(july);
});

it('the abbreviation in Rome is CET also in 1900', () =>
  expect(inZone('Europe/Rome', '1900-01-01T09:00:00Z')).toBe('CET'));

it('the abbreviation of every zone is letters or a signed offset', () => {
  const odd = Intl.supportedValuesOf('timeZone').filter((zone) =>
    ['2031-01-15T12:00:00Z', '2031-07-15T12:00:00Z'].some(
      (day) => !/^([A-Z][A-Za-z]{2,4}|[+-]\d\d(\d\d)?)$/.test(inZone(zone, day) ?? ''),
    ),
  );
  expect(odd).toEqual([]);
});
