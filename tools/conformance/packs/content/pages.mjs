const page = (id, content, expected, more = {}) => ({
  id,
  method: 'POST',
  path: '/api/pages',
  json: { book_id: '{{book}}', name: id, ...content },
  alsoBody: expected,
  ...more,
});
const html = (id, given, raw, shown = raw, more = {}) =>
  page(id, { html: given }, { raw_html: raw, html: shown }, more);

export default {
  name: 'own-pages',
  steps: [
    { id: 'book', method: 'POST', path: '/api/books', json: { name: 'Pages' }, save: { book: 'id' } },
    html(
      'section-ids',
      '<h1 id="x">Top</h1><p><a href="#x">l</a></p>',
      '<h1 id="bkmrk-top">Top</h1><p id="bkmrk-l"><a href="#bkmrk-top">l</a></p>',
    ),
    html('top-link', '<p>a</p><p><a href="#">l</a></p>', '<p id="bkmrk-a">a</p><p id="bkmrk-l"><a href="#">l</a></p>'),
    html(
      'script',
      '<p>a<script>b()</script></p>',
      '<p id="bkmrk-ab%28%29">a<script>b()</script></p>',
      '<p id="bkmrk-ab%28%29">a</p>',
    ),
    html('handler', '<p onclick="x()">a</p>', '<p onclick="x()" id="bkmrk-a">a</p>', '<p id="bkmrk-a">a</p>'),
    html(
      'style',
      '<p style="position: fixed; opacity: .5">a</p>',
      '<p style="position: fixed; opacity: .5" id="bkmrk-a">a</p>',
      '<p style="opacity:0.5;" id="bkmrk-a">a</p>',
    ),
    html(
      'source',
      '<p id="bkmrk-s">Said</p><ul id="bkmrk-l"><li>x</li></ul>',
      '<p id="bkmrk-s">Said</p><ul id="bkmrk-l"><li>x</li></ul>',
      undefined,
      { save: { source: 'id' } },
    ),
    page(
      'include-line',
      { html: '<p id="bkmrk-i">I: {{@{{source}}#bkmrk-s}}</p>' },
      { html: '<p id="bkmrk-i">I: Said</p>' },
    ),
    page(
      'include-block',
      { html: '<p id="bkmrk-i">A{{@{{source}}#bkmrk-l}}B</p>' },
      { html: '<p id="bkmrk-a">A</p><ul id="bkmrk-l"><li>x</li></ul><p id="bkmrk-i">B</p>' },
    ),
    page('include-nothing', { html: '<p id="bkmrk-i">A{{@99999999}}B</p>' }, { html: '<p id="bkmrk-i">AB</p>' }),
    page(
      'markdown',
      { markdown: '**m** ~~s~~' },
      { markdown: '**m** ~~s~~', html: '<p id="bkmrk-m-s"><strong>m</strong> <s>s</s></p>\n' },
    ),
    page(
      'markdown-bad-image',
      { markdown: 'a <img src="data:image/bmp;base64,Qk0=">' },
      { markdown: 'a <img src="">' },
    ),
    page('slug', { name: 'PartA / PartB', html: '<p>a</p>' }, { slug: 'parta-partb' }),
    {
      id: 'no-parent',
      method: 'POST',
      path: '/api/pages',
      json: { name: 'N', html: '<p>a</p>' },
      expectStatus: 422,
      contains: ['book_id', 'chapter_id'],
    },
    {
      id: 'no-name',
      method: 'POST',
      path: '/api/pages',
      json: { book_id: '{{book}}', html: '<p>a</p>' },
      expectStatus: 422,
      contains: ['The name field is required.'],
    },
    { id: 'malformed-id', path: '/api/pages/abc', expectStatus: 404 },
    {
      id: 'chapter',
      method: 'POST',
      path: '/api/chapters',
      json: { book_id: '{{book}}', name: 'C' },
      save: { chapter: 'id' },
    },
    {
      id: 'move',
      method: 'PUT',
      path: '/api/pages/{{source}}',
      json: { chapter_id: '{{chapter}}' },
      alsoBody: { chapter_id: '{{chapter}}' },
    },
    { id: 'delete', method: 'DELETE', path: '/api/pages/{{source}}', expectStatus: 204 },
    { id: 'deleted', path: '/api/pages/{{source}}', expectStatus: 404 },
    {
      id: 'bin',
      path: '/api/recycle-bin?sort=-id&count=1',
      save: { deletion: 'data.0.id' },
      alsoBody: { 'data.0.deletable_id': '{{source}}' },
    },
    { id: 'restore', method: 'PUT', path: '/api/recycle-bin/{{deletion}}', alsoBody: { restore_count: 1 } },
    { id: 'restored', path: '/api/pages/{{source}}', alsoBody: { chapter_id: '{{chapter}}' } },
  ],
};
