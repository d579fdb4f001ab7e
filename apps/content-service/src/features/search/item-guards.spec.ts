import fc from 'fast-check';
import type { Guarded } from '../../domain/access/access.service';
import { ItemGuards } from './item-guards';

/** A book's own scope has its id, negated. */
const LEAST_SCOPE = -(2 ** 31 - 1);

const guarded: fc.Arbitrary<Guarded | undefined> = fc.option(
  fc.record({ scopeId: fc.option(fc.integer({ min: LEAST_SCOPE }).filter((id) => id !== 0)), ownedBy: fc.option(fc.integer({ min: 1 })) }),
  { nil: undefined },
);

it('what is remembered of an item is what was said of it last', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 2 ** 31 - 1 }), guarded)), fc.integer({ min: 1 }), (said, other) => {
      const guards = new ItemGuards();
      for (const [id, item] of said) guards.set(id, item);
      const last = new Map(said);
      for (const id of [...last.keys(), other]) expect(guards.of(id)).toEqual(last.get(id));
    }),
  );
});
