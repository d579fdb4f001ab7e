import { filterHtml } from './output-filters';
import { assignSectionIds } from './section-ids';
import { renderMarkdown } from './markdown';
import { plainText } from './plain-text';
import { readFileSync } from 'node:fs';

it('x', () => {
  const cases: [string, string, string][] = [];
  for (const f of ['html-content', 'markdown']) {
    const d = JSON.parse(readFileSync('/work/shared/replay/expected/' + f + '.json', 'utf8'));
    for (const s of d.steps)
      if (s.body && typeof s.body.raw_html === 'string' && typeof s.body.html === 'string' && !/include/.test(s.id))
        cases.push([s.id, s.body.raw_html, s.body.html]);
    for (const s of d.steps)
      if (s.body && typeof s.body.raw_html === 'string' && typeof s.body.markdown === 'string' && s.body.markdown) {
        const got = assignSectionIds(renderMarkdown(s.body.markdown));
        if (got !== s.body.raw_html) console.log('MD', s.id, JSON.stringify(got), '\n', JSON.stringify(s.body.raw_html));
      }
  }
  for (const [id, raw, html] of cases) {
    const again = assignSectionIds(raw);
    if (again !== raw) console.log('IDS', id, again, '\n', raw);
    const got = filterHtml(raw, 'jhfa');
    if (got !== html) console.log('OUT', id, JSON.stringify(got), '\n', JSON.stringify(html));
  }
});
