import { changedFields } from './changed-fields';

const record = { name: 'Ann', note: null as string | null, active: true };

it.each([
  [{}, {}],
  [{ name: 'Ann', active: true, note: null }, {}],
  [{ name: undefined }, {}],
  [{ name: 'Bea' }, { name: 'Bea' }],
  [{ name: 'Ann', note: '' }, { note: '' }],
  [{ active: false }, { active: false }],
])('the changed fields of %j are %j', (given, changed) => {
  expect(changedFields(record, given)).toEqual(changed);
});
