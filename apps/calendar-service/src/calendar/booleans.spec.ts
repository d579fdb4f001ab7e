import { readBoolean, saysYes } from './booleans';

it.each([true, 1, '1', 'true', 'TRUE'])('an input of type boolean reads %j as true', (value) =>
  expect(readBoolean(value)).toBe(true),
);
it.each([false, 0, '0', 'false', 'False'])('an input of type boolean reads %j as false', (value) =>
  expect(readBoolean(value)).toBe(false),
);
it.each(['', 'yes', 'maybe', 7, -1, null, undefined, [], {}])('an input of type boolean rejects %j', (value) =>
  expect(readBoolean(value)).toBeUndefined(),
);

it.each([true, 1, '1', 'true', 'Yes', 'y', 'on', 'enable', 'ENABLED'])('saysYes returns true for %j', (value) =>
  expect(saysYes(value)).toBe(true),
);
it.each([false, 0, '', '0', 'false', 'no', 'off', 'foo', 'true ', null, undefined])(
  'saysYes returns false for %j',
  (value) => expect(saysYes(value)).toBe(false),
);
