import { attendanceOf } from './attendance';

const PRICE = { price: '0.00', currency: '' };
const LIMITED = { ...PRICE, capacity: 10, perOccurrence: false, sold: 4, checkedIn: 1 };

it('attendanceOf adds up the tickets of an event', () => {
  expect(attendanceOf([LIMITED, { ...LIMITED, capacity: 5, sold: 5 }])).toEqual({
    total_attendees: 9,
    going: 9,
    checked_in: 2,
    not_checked_in: 7,
    capacity: 15,
    available: 6,
  });
});

it('attendanceOf returns no capacity when one ticket has none', () => {
  expect(attendanceOf([LIMITED, { ...LIMITED, capacity: null }, LIMITED])).toMatchObject({
    capacity: null,
    available: null,
    going: 12,
  });
});
