import { uniqueSlug } from './slugify';

const takenOnce = () => {
  const asked: string[] = [];
  return { asked, isTaken: (slug: string) => asked.push(slug) <= 2 };
};

describe('a unique slug', () => {
  it('is the slug of the name while that is free', async () => {
    await expect(uniqueSlug('Hello World', () => false)).resolves.toBe('hello-world');
  });

  it.each(['', '!!!', '日本'])('of %j, which has no usable characters, is five random hex digits', async (name) => {
    await expect(uniqueSlug(name, () => false)).resolves.toMatch(/^[0-9a-f]{5}$/);
  });

  it('gets suffixes of three letters or digits until it is free', async () => {
    const { asked, isTaken } = takenOnce();
    const slug = await uniqueSlug('Intro', async (candidate) => isTaken(candidate));
    expect(slug).toMatch(/^intro-[a-z0-9]{3}-[a-z0-9]{3}$/);
    expect(asked).toEqual(['intro', slug.slice(0, 9), slug]);
  });

  it('differs between calls for the same taken name', async () => {
    const isTaken = (slug: string) => slug === 'intro';
    const slugs = new Set(await Promise.all(Array.from({ length: 20 }, () => uniqueSlug('Intro', isTaken))));
    expect(slugs.size).toBeGreaterThan(15);
  });
});
