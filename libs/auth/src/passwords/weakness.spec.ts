import { weaknessOf } from './weakness';

const OWNER = { name: 'Ann Lee Smith', email: 'Ann.Smith@Example.com' };
const BLANK = 'This password is blank or repeats one character. Choose another one.';
const COMMON = 'Many people use this password, so attackers try it first. Choose another one.';
const OWN = 'This password is the name or the e-mail address of the account. Choose another one.';

describe('weaknessOf', () => {
  it.each<[password: string, weakness: string | undefined]>([
    ['correct horse battery', undefined],
    ['password', COMMON],
    ['PassWord', COMMON],
    ['ｐａｓｓｗｏｒｄ', COMMON],
    [' password ', COMMON],
    ['pass word', COMMON],
    ['12345678', COMMON],
    ['admin123', COMMON],
    ['        ', BLANK],
    [' \t\n\u3000\u00a0   ', BLANK],
    ['aaaaaaaa', BLANK],
    ['🙂🙂🙂🙂🙂🙂🙂🙂', BLANK],
    ['ann.smith@example.com', OWN],
    ['ANN.SMITH', OWN],
    ['ann lee smith', OWN],
    ['AnnLeeSmith', OWN],
    ['ann lee smith 1987', undefined],
    ['a'.repeat(999) + 'b', undefined],
  ])('of %j is %s', async (password, weakness) => {
    expect(await weaknessOf(password, OWNER)).toBe(weakness);
  });

  it('ignores an empty name and address', async () => {
    expect(await weaknessOf('kettle of violet fog', { name: '', email: '' })).toBeUndefined();
  });
});
