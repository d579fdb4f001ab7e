/**
 * Opens all folds that a person can open: `() => () => void`, which returns how to make them as they were. Of folds with the same name,
 * only the last can be open.
 */
export const OPEN_FOLDS = `() => {
  const folds = [...document.querySelectorAll('details')].filter((fold) => fold.querySelector('summary')?.checkVisibility());
  const were = folds.map(({ open }) => open);
  for (const fold of folds) fold.open = true;
  return () => folds.forEach((fold, index) => (fold.open = were[index]));
}`;

/**
 * Texts and boxes that do not fit: `(foreign) => string[]`, empty for a page in order. It measures, with all folds open:
 * the page scrolls sideways; a text or box leaves the box around it, lies over another text, or is cut off without a `title` with its text;
 * an area scrolls that the keyboard cannot reach; a link, button or heading shows nothing; a text of a user has no direction of its own.
 * A string because it runs in the page, where the types of this project do not apply.
 */
export const MISFITS = `(foreign) => {
  const MAX_FOUND = 12;
  const PIXEL = 1.5;
  const INVISIBLE = /[\\p{Default_Ignorable_Code_Point}\\p{White_Space}\\p{C}\\u2800]/gu;
  const RIGHT_TO_LEFT = /[\\u0590-\\u08ff]/;
  const found = new Set();
  const root = document.documentElement;
  const closeFolds = (${OPEN_FOLDS})();

  const isJudged = (element) => element.checkVisibility({ visibilityProperty: true })
    && !element.closest('.for-readers, .skip-link, svg, option, ' + foreign);
  const short = (text) => text.trim().replace(/\\s+/g, ' ').slice(0, 40);
  const placeOf = (element) => {
    const names = [];
    for (let one = element; one && one !== document.body && names.length < 4; one = one.parentElement)
      names.unshift(one.localName + (one.className && typeof one.className === 'string' ? '.' + one.className.split(' ').join('.') : ''));
    return names.join(' > ');
  };
  const add = (fault, element, text = element.textContent) => found.add(fault + ': “' + short(text) + '” in ' + placeOf(element));
  const styles = new Map();
  const styleOf = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const scrolls = (element) => /auto|scroll/.test(styleOf(element).overflowX);
  const isPositioned = (element) => /absolute|fixed/.test(styleOf(element).position);
  /** Lists that open over the page. */
  const isAbove = (element) => element !== null && (isPositioned(element) || isAbove(element.parentElement));
  /** The box that has to hold the contents of the element. */
  const holderOf = (element) => {
    let one = element;
    while (/^(inline|contents)$/.test(styleOf(one).display) && one !== document.body) one = one.parentElement;
    return one;
  };
  const isTitled = (element, text) => (element.closest('[title]')?.title ?? '').includes(text.trim());

  /** The part of the rectangle that no box around it hides. */
  const visiblePart = ({ left, right, top, bottom }, element) => {
    for (let one = element; one; one = one.parentElement) {
      if (styleOf(one).overflowX === 'visible' || styleOf(one).display === 'inline') continue;
      const box = one.getBoundingClientRect();
      [left, right, top, bottom] = [Math.max(left, box.left), Math.min(right, box.right), Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };

  const judge = (rects, holder, element, text) => {
    if (scrolls(holder)) return;
    const box = holder.getBoundingClientRect();
    const hides = /hidden|clip/.test(styleOf(holder).overflowX + styleOf(holder).overflowY);
    for (const { left, right, top, bottom, width, height } of rects) {
      if (width === 0 || height === 0) continue;
      const above = Math.max(PIXEL, height * 0.35);
      const isOut = left < box.left - PIXEL || right > box.right + PIXEL || bottom > box.bottom + above;
      if (!isOut) continue;
      if (!hides) add('sticks out', element, text);
      else if (!isTitled(element, text)) add('is cut off', element, text);
      return;
    }
  };

  for (const element of document.body.querySelectorAll('*')) {
    if (!isJudged(element)) continue;
    if (scrolls(element) && element.scrollWidth > element.clientWidth + 1 && element.tabIndex < 0) add('scrolls without focus', element);
    if (!isPositioned(element)) judge(element.getClientRects(), holderOf(element.parentElement), element, element.textContent);
    if (/^(input|textarea)$/.test(element.localName) && RIGHT_TO_LEFT.test(element.value) && element.dir !== 'auto') add('has no direction', element, element.value);
  }
  for (const element of document.body.querySelectorAll('a[href], button, summary, h1, h2, h3, h4, h5, h6, option')) {
    const name = (element.getAttribute('aria-label') ?? '') + element.textContent + [...element.querySelectorAll('img')].map(({ alt }) => alt).join('');
    if (!element.closest('.prose, ' + foreign) && name.replace(INVISIBLE, '') === '') add('shows nothing', element, element.outerHTML);
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (RIGHT_TO_LEFT.test(node.data) && !element.closest('[dir="auto"], bdi, script, style')) add('has no direction', element, node.data);
    if (node.data.trim() === '' || !isJudged(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()];
    judge(rects, holderOf(element), element, node.data);
    for (const rect of rects.map((one) => visiblePart(one, element))) if (rect.width > 0 && rect.height > 0 && !isAbove(element)) texts.push({ rect, element, node });
  }
  texts.sort((a, b) => a.rect.top - b.rect.top);
  texts.forEach(({ rect, element, node }, index) => {
    for (let next = index + 1; next < texts.length && texts[next].rect.top < rect.bottom; next += 1) {
      const other = texts[next];
      if (other.node === node) continue;
      const across = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
      const down = Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top);
      if (across > 2 * PIXEL && down > 0.4 * Math.min(rect.height, other.rect.height)) add('lies over “' + short(other.node.data) + '”', element, node.data);
    }
  });

  if (root.scrollWidth > root.clientWidth) found.add('the page is ' + root.scrollWidth + ' wide');
  closeFolds();
  return [...found].slice(0, MAX_FOUND);
}`;
