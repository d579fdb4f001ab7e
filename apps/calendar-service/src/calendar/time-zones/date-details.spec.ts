import { dateDetails, wallClock } from './wall-clock';

it('dateDetails returns the parts of a date as zero-padded texts', () => {
  expect(dateDetails(wallClock('2017-01-05 14:23:06'))).toEqual({
    year: '2017',
    month: '01',
    day: '05',
    hour: '14',
    minutes: '23',
    seconds: '06',
  });
});
