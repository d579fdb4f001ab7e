import { nameOf } from './templates';

describe('nameOf', () => {
  it.each(['Tides', '0', ' .', 'שלום', '🛶', '\u200b-', '\u0301'])('keeps the name %j', (name) => {
    expect(nameOf(name)).toBe(name);
  });

  it.each([
    '',
    ' \t\n',
    '\u00a0\u3000',
    '\u200b\u200d\ufeff',
    '\u2060\u00ad',
    '\u202e\u2069',
    '\u3164\u115f',
    '\u2800',
  ])('says that %j shows nothing', (name) => {
    expect(nameOf(name)).toBe('Untitled');
  });
});
