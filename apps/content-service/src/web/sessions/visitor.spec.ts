import { ANONYMOUS } from '@almanac/auth';
import { type Account, passwordMark } from '../../content/accounts/accounts';
import { visitorOf } from './web-sessions';

const ANN: Account = {
  actor: { ...ANONYMOUS, id: 7, name: 'Ann' },
  email: 'ann@example.com',
  passwordHash: 'of today',
  needsSecondFactor: false,
  hasSecondFactor: false,
};
const opened = { passwordMark: passwordMark(ANN) };

describe('a visitor', () => {
  it.each([
    ['with a correct password', {}, {}, 'member'],
    ['without the required second factor', { needsSecondFactor: true }, {}, 'set-up'],
    ['with another factor than the one to set up', { needsSecondFactor: true }, { passedSecondFactor: true }, 'set-up'],
    ['before the code', { hasSecondFactor: true }, {}, 'second-factor'],
    ['after the code', { hasSecondFactor: true }, { passedSecondFactor: true }, 'member'],
    ['after a change of the password', { passwordHash: 'of tomorrow' }, {}, 'guest'],
    ['after the removal of the password', { passwordHash: null }, {}, 'guest'],
  ])('%s gets the expected stage', (_state, account, session, stage) => {
    expect(visitorOf({ ...opened, ...session }, { ...ANN, ...account }).stage).toBe(stage);
  });

  it('with a deleted account is a guest', () => expect(visitorOf(opened, undefined).stage).toBe('guest'));
});

it('a session without a log-in belongs to a guest', () => expect(visitorOf({}, ANN).stage).toBe('guest'));
