import { ANONYMOUS } from '@almanac/auth';
import { type Account, passwordMark } from '../../content/accounts/accounts';
import { visitorOf } from './visitor';

const ANN: Account = {
  actor: { ...ANONYMOUS, id: 7, name: 'Ann' },
  email: 'ann@example.com',
  passwordHash: 'of today',
  needsSecondFactor: false,
  hasSecondFactor: false,
};
const opened = { passwordMark: passwordMark(ANN) };

describe('a visitor with a correct password', () => {
  it.each([
    ['without a second factor', {}, {}, 'member'],
    ['who must set one up', { needsSecondFactor: true }, {}, 'set-up'],
    ['who must set one up and has shown another', { needsSecondFactor: true }, { passedSecondFactor: true }, 'set-up'],
    ['who owes a code', { hasSecondFactor: true }, {}, 'second-factor'],
    ['who gave a code', { hasSecondFactor: true }, { passedSecondFactor: true }, 'member'],
    ['whose password has changed since', { passwordHash: 'of tomorrow' }, {}, 'guest'],
    ['whose password was removed', { passwordHash: null }, {}, 'guest'],
  ])('%s gets the expected stage', (_who, account, session, stage) => {
    expect(visitorOf({ ...opened, ...session }, { ...ANN, ...account }).stage).toBe(stage);
  });

  it('and a deleted account is a guest', () => expect(visitorOf(opened, undefined).stage).toBe('guest'));
});

it('a session without a log-in belongs to a guest', () => expect(visitorOf({}, ANN).stage).toBe('guest'));
