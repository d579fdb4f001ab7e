import { withLogDefaults } from './programs';

describe('the logs of the programs', () => {
  it('have the pretty format for people', () => {
    expect(withLogDefaults({ PORT: '1' }, true)).toEqual({ PORT: '1', LOG_FORMAT: 'pretty' });
  });

  it('follow the settings for people', () => {
    expect(withLogDefaults({ LOG_LEVEL: 'debug', LOG_FORMAT: 'json' }, true)).toEqual({
      LOG_LEVEL: 'debug',
      LOG_FORMAT: 'json',
    });
  });

  it('keep their defaults elsewhere', () => expect(withLogDefaults({ PORT: '1' }, false)).toEqual({ PORT: '1' }));
});
