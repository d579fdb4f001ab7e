import { withTerminalDefaults } from './programs';

describe('the logs of the programs', () => {
  it('show warnings in the pretty format at a terminal', () => {
    expect(withTerminalDefaults({ PORT: '1' }, true)).toEqual({ PORT: '1', LOG_LEVEL: 'warn', LOG_FORMAT: 'pretty' });
  });

  it('follow the settings at a terminal', () => {
    expect(withTerminalDefaults({ LOG_LEVEL: 'debug', LOG_FORMAT: 'json' }, true)).toEqual({
      LOG_LEVEL: 'debug',
      LOG_FORMAT: 'json',
    });
  });

  it('keep their defaults elsewhere', () => expect(withTerminalDefaults({ PORT: '1' }, false)).toEqual({ PORT: '1' }));
});
