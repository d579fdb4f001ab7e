// Keeps the text of a long form in this browser, and offers it again until the site says that it is saved. The form works without it.
const STORED_DAYS = 30;
const TYPING_PAUSE_MS = 400;
const DAY_MS = 86_400_000;

const readEntry = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
};

const keptKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('kept:'));

const savedMark = document.querySelector('[data-saved]')?.dataset.saved;
for (const key of keptKeys()) {
  const entry = readEntry(key);
  const isOld = !entry || Date.now() - entry.at > STORED_DAYS * DAY_MS;
  if (isOld || entry.mark === savedMark) localStorage.removeItem(key);
}

const keptForm = document.querySelector('form[data-writer]');
if (keptForm) keep(keptForm, `kept:${keptForm.dataset.writer}:${location.pathname}${location.search}`);

function keep(form, key) {
  const mark = document.createElement('input');
  mark.type = 'hidden';
  mark.name = 'form_mark';
  mark.value = Date.now().toString(36) + Math.random().toString(36).slice(2);
  form.append(mark);

  const isKept = ({ name, type, disabled }) =>
    name !== '' && !disabled && !['hidden', 'file', 'password', 'submit', 'button'].includes(type);
  const fields = () => [...form.elements].filter(isKept);
  const isTicked = ({ type }) => type === 'checkbox' || type === 'radio';
  const valuesNow = () =>
    fields().map((field) => [field.name, isTicked(field) ? field.checked && field.value : field.value]);
  // The site trims the texts of a form.
  const asText = (values) => JSON.stringify(values.filter(([, value]) => String(value).trim() !== '').map(String));

  const note = document.createElement('div');
  note.className = 'notice';
  note.setAttribute('role', 'status');
  form.before(note);
  note.hidden = true;
  const say = (text) => {
    note.hidden = false;
    note.replaceChildren(text);
  };

  let timer;
  let isWaiting = false;
  const store = () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      localStorage.setItem(key, JSON.stringify({ at: Date.now(), mark: mark.value, values: valuesNow() }));
    } catch {
      say('This text is too large to be kept in this browser. Save it from time to time.');
    }
  };
  form.addEventListener('input', () => {
    if (isWaiting) return;
    clearTimeout(timer);
    timer = setTimeout(store, TYPING_PAUSE_MS);
  });
  addEventListener('pagehide', () => timer && store());
  form.addEventListener('submit', () => isWaiting || store());

  const entry = readEntry(key);
  if (!entry || asText(entry.values) === asText(valuesNow())) return;
  isWaiting = true;
  const answer = (label, work) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => {
      isWaiting = false;
      note.hidden = true;
      work();
    });
    return button;
  };
  const use = answer('Use it', () => {
    const left = [...entry.values];
    for (const field of fields()) {
      const index = left.findIndex(([name]) => name === field.name);
      if (index === -1) continue;
      const [[, value]] = left.splice(index, 1);
      if (isTicked(field)) field.checked = value !== false;
      else field.value = value;
      // An editor that shows the text of the field opens it anew.
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    form.dispatchEvent(new Event('kept-text'));
    store();
    form.querySelector('textarea, input:not([type="hidden"])').focus();
  });
  const discard = answer('Discard it', () => localStorage.removeItem(key));
  discard.className = 'quiet';
  const day = new Date(entry.at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  say(`What you typed here on ${day} was not saved. `);
  note.append(use, ' ', discard);
}
