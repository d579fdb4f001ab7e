// Makes the fields of a repeating event easier: hides those that do not count, and shows the next dates beside them. They work without it.
{
  const repeat = document.querySelector('fieldset.repeat');
  const hideOthers = () => {
    for (const part of repeat?.querySelectorAll('[data-if]') ?? []) {
      const [name, values] = part.dataset.if.split('=');
      part.hidden = !values.split(',').includes(repeat.form.elements[name].value);
      // A field that nobody sees must not stop the form.
      for (const field of part.querySelectorAll('input')) {
        field.disabled = false;
        field.disabled = field.closest('[hidden]') !== null && !field.validity.valid;
      }
    }
  };
  repeat?.addEventListener('change', hideOthers);
  repeat?.form.addEventListener('kept-text', hideOthers);
  hideOthers();

  repeat?.querySelector('[formaction]').addEventListener('click', async (press) => {
    press.preventDefault();
    const shown = document.getElementById('shown-dates');
    const fields = [...new FormData(repeat.form)].filter(([, value]) => typeof value === 'string');
    try {
      const question = { method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'text/html' } };
      const answer = await fetch(press.target.formAction, { ...question, redirect: 'error' });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      shown.replaceChildren(...page.querySelectorAll('main > :not(h1)'));
    } catch {
      shown.textContent = 'The dates cannot be shown at the moment.';
    }
  });
}
