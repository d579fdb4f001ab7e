import { withAllSpellings, acceptsAlso } from './takes';

describe('withAllSpellings', () => {
  it('makes alternatives of the spellings beside the described one', () => {
    const list = { type: 'array', items: { type: 'boolean', ...acceptsAlso({ enum: [1, '1'] }) } };
    expect(withAllSpellings({ schema: { description: 'Flags', ...list, ...acceptsAlso({ type: 'string' }) } })).toEqual(
      {
        schema: {
          description: 'Flags',
          anyOf: [{ type: 'array', items: { anyOf: [{ type: 'boolean' }, { enum: [1, '1'] }] } }, { type: 'string' }],
        },
      },
    );
  });

  it('leaves everything else as it is', () => {
    const document = { openapi: '3.1.1', tags: [null, { name: 'books' }], paths: {} };
    expect(withAllSpellings(document)).toEqual(document);
  });
});
