const make = (name) => ({
  id: name,
  method: 'POST',
  path: '/api/books',
  json: { name: `Listed ${name}` },
  save: { [name]: 'id' },
});
const list = (id, query, names, total = 3) => ({
  id,
  path: `/api/books?filter[name:like]=Listed%25${query}`,
  as: 'reader',
  alsoBody: { 'data.*.name': names.map((name) => `Listed ${name}`), total },
});

export default {
  name: 'own-lists',
  steps: [
    ...['b', 'c', 'a'].map(make),
    list('default', '', ['b', 'c', 'a']),
    list('descending', '&sort=-name', ['c', 'b', 'a']),
    list('by-id', '&sort=id', ['b', 'c', 'a']),
    list('unknown-field', '&sort=nonsense', ['b', 'c', 'a']),
    list('count', '&sort=name&count=2', ['a', 'b']),
    list('count-of-zero', '&sort=name&count=0', ['a']),
    list('offset', '&sort=name&offset=2', ['c']),
    list('beyond', '&offset=5', []),
    list('equal', '&filter[name]=listed B', ['b'], 1),
    list('not-equal', '&filter[name:ne]=Listed b', ['c', 'a'], 2),
    list('greater', '&filter[id:gt]={{b}}&sort=id', ['c', 'a'], 2),
    list('unknown-filter', '&filter[nonsense]=1', ['b', 'c', 'a']),
  ],
};
