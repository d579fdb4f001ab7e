/** Runs first in each frame, also in nested ones, and reports the calls of a payload to the top window. */
export const IN_EVERY_FRAME = `(() => {
  const attackedFrame = () => {
    let found = '';
    try {
      for (let one = window; one !== one.parent; one = one.parent) if (one.name.startsWith('attack-')) found = one.name;
    } catch {}
    return found;
  };
  const { top } = window;
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
    window[name] = () => top.postMessage({ harm: 'called ' + name, frame: attackedFrame() }, '*');
})()`;

/** `(documents, pieces) => Verdicts`; runs in the page that shows the documents. */
export const JUDGE = `async (documents, pieces) => {
  const EVENTS = ('load error focus blur focusin input change submit select toggle wheel scroll resize keydown keyup mouseover mouseenter mousemove ' +
    'mousedown pointerdown pointerover touchstart dragstart drop copy paste animationstart animationend transitionend begin end repeat ' +
    'loadstart canplay play message pageshow hashchange beforeprint contextmenu dblclick auxclick').split(' ');
  const FOLLOWED = /^(https?|mailto|ftp|nntp|news|tel|file):$/;
  const OWN_IDS = /^(bkmrk|(page|chapter)-\\d+$)/;
  const MEDIA = { img: ['src'], audio: ['src'], video: ['src', 'poster'], source: ['src'], track: ['src'], iframe: ['src'], embed: ['src'], object: ['data'] };

  const verdicts = documents.map(() => ({ harm: [], media: [] }));
  const unattributed = [];
  addEventListener('message', ({ data }) => {
    if (!data || !data.harm) return;
    const verdict = verdicts[Number(String(data.frame).slice(7) || -1)];
    if (verdict) verdict.harm.push(data.harm);
    else unattributed.push(data.harm);
  });
  const shown = (index, html) => new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.name = 'attack-' + index;
    frame.onload = () => resolve(frame);
    setTimeout(() => resolve(frame), 5000);
    frame.srcdoc = html;
    document.body.append(frame);
  });
  const blank = await shown('blank', '');
  const clean = blank.contentDocument;

  const lookAt = (view, verdict) => {
    for (const element of view.document.querySelectorAll('*')) {
      for (const key of MEDIA[element.localName] || []) if (element.getAttribute(key) !== null) verdict.media.push(element[key]);
      const names = [element.id, element.getAttribute('name')].filter(Boolean);
      if (element.id && !OWN_IDS.test(element.id)) verdict.harm.push('the id ' + element.id);
      for (const name of names)
        if (name in clean && Object.hasOwn(view.document, name) && !Object.hasOwn(clean, name)) verdict.harm.push('document.' + name + ' is an element');
    }
  };
  const handle = (view) => {
    view.addEventListener('click', (event) => {
      const link = event.target.closest('a, area');
      if (link && FOLLOWED.test(link.protocol)) event.preventDefault();
    }, true);
    for (const element of view.document.querySelectorAll('*')) {
      for (const type of EVENTS) element.dispatchEvent(new view.Event(type, { cancelable: true }));
      for (const act of ['focus', 'click', 'blur']) if (typeof element[act] === 'function') element[act]();
    }
  };
  const frames = await Promise.all(documents.map((html, index) => shown(index, (pieces ? '<!doctype html><meta charset="utf-8"><body>' : '') + html)));
  for (const [index, frame] of frames.entries()) {
    const [view, verdict] = [frame.contentWindow, verdicts[index]];
    try {
      lookAt(view, verdict);
      // Written by an application, then read and written again: markup that is harmless once may be harmful the second time.
      const { body } = view.document;
      if (pieces) body.insertAdjacentHTML('beforeend', '<div></div>'), (body.lastChild.innerHTML = documents[index]);
      lookAt(view, verdict);
      if (pieces) body.lastChild.innerHTML = body.lastChild.innerHTML;
      else body.innerHTML = body.innerHTML;
      lookAt(view, verdict);
      handle(view);
    } catch (failure) {
      verdict.harm.push('left its frame: ' + failure);
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  const shortened = verdicts.map(({ harm, media }) => ({ harm: [...new Set(harm)], media: [...new Set(media)] }));
  return { verdicts: shortened, unattributed };
}`;
