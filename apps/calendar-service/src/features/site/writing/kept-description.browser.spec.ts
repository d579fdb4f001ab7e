import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeWithReference, nonEmpty, probeTextEditor } from '@almanac/testing';
import { renderText } from '../../../calendar/rendering/paragraphs';
import { sanitised } from '../../../calendar/rendering/sanitised';
import { textBlocks } from '../../../calendar/rendering/text-blocks';
import { CAPTURES } from '../../../contracts/reference/captures';

const DESCRIPTIONS = [
  'Hello',
  'Bring chairs.\nAnd tables & 1 < 2.\n\nSecond paragraph with <strong>bold</strong> text.\n \n\nThird',
  '<p>A</p><p>B</p>\n\nand\n\n<ul>\n<li>x</li>\n\n<li>y</li></ul>\n<hr>end',
  '<p>one\ntwo</p>\n<blockquote>one\n\ntwo</blockquote>',
  '<h2>Programme</h2>\n<table><tr><th>a</th><td>b</td></tr></table>\n<pre><code>a\n\nb</code></pre>',
  'one<br>two<br><br>three',
  '<p><img src="https://x.test/a.png" alt="A"> and <a href="https://x.test/">a link</a></p>\nmore\n\n<em>most</em>',
];
/** The editor does not know all of their elements. */
const KEPT = [
  '<p class="x">a</p>\n<p>b</p>',
  '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
  '<div>one\n<p>two</p></div>\n\nthree',
  '<em>one\n\n<p>two</p>',
  '<p>a<hr>b</p>',
  '<a href="javascript:x">a</a>\n\n<iframe src="https://x.test/"></iframe>\n\nb',
  '<p onclick="x">a</p><script>alert(1)</script>',
  '<table><tr><td>a</table>b</td>',
];

async function requireNothingLost(texts: readonly string[]) {
  const given = nonEmpty(texts).map((raw) => {
    // As it is stored.
    const text = sanitised(raw.replaceAll(/\r\n?/g, '\n')).trim();
    return { text, blocks: textBlocks(text) ?? [] };
  });
  const probed = await probeTextEditor(given, { isPage: false });
  const faults = probed.flatMap(({ text, read, faults, changes }, number) => [
    ...(read === text ? [] : [{ text, read }]),
    ...faults.map((changed) => ({ text, changed })),
    // Readers see a change in its block alone.
    ...changes.flatMap(({ index, text: changed }) => {
      const others = given[number]!.blocks.map((block) => renderText(block.text));
      const [before, after] = [others.slice(0, index), others.slice(index + 1)].map((some) =>
        some.filter(Boolean).join('\n'),
      );
      const shown = renderText(changed);
      return shown.startsWith(before!) && shown.endsWith(after!) ? [] : [{ text, changed, shown }];
    }),
  ]);
  expect(probed.map(({ state }) => state)).toEqual(given.map(() => 'opened'));
  expect(faults).toEqual([]);
  return probed;
}

describe('the editor of a description', () => {
  it('opens what authors write, and saves it unchanged but for the changed block', async () => {
    const probed = await requireNothingLost(DESCRIPTIONS);
    expect(probed).toHaveLength(DESCRIPTIONS.length);
    expect(probed.flatMap(({ kinds }) => kinds).filter((kind) => kind.startsWith('keptHtml'))).toEqual([]);
  });

  it('loses nothing of texts with elements that it does not know', async () => {
    const probed = await requireNothingLost(KEPT);
    expect(probed.flatMap(({ kinds }) => kinds).some((kind) => kind.startsWith('keptHtml'))).toBe(true);
  });
});

describeWithReference(CAPTURES, 'the editor of a description of the reference', () => {
  it('loses nothing of captured descriptions', async () => {
    const texts = new Set<string>();
    for (const file of nonEmpty(readdirSync(CAPTURES).filter((name) => name.endsWith('.json'))))
      JSON.parse(readFileSync(path.join(CAPTURES, file), 'utf8'), (key, value: unknown) => {
        if (/^(?:description|excerpt)$/.test(key) && typeof value === 'string' && value !== '') texts.add(value);
        return value;
      });
    await requireNothingLost([...texts]);
  });
});
