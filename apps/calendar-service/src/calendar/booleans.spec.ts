import { readBoolean, saysYes } from './booleans';

it.each([true, 1, '1', 'true', 'TRUE'])('an input of type boolean takes %j for true', (value) =>
  expect(readBoolean(value)).toBe(true),
);
it.each([false, 0, '0', 'false', 'False'])('an input of type boolean takes %j for false', (value) =>
  expect(readBoolean(value)).toBe(false),
);
it.each(['', 'yes', 'maybe', 7, -1, null, undefined, [], {}])('an input of type boolean refuses %j', (value) =>
  expect(readBoolean(value)).toBeUndefined(),
);

it.each([true, 1, '1', 'true', 'Yes', 'y', 'on', 'enable', 'ENABLED'])('%j says yes', (value) =>
  expect(saysYes(value)).toBe(true),
);
it.each([false, 0, '', '0', 'false', 'no', 'off', 'foo', 'true ', null, undefined])('%j says no', (value) =>
  expect(saysYes(value)).toBe(false),
);
