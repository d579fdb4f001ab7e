// Shows the text of a form as its readers will see it, below the text, and again after each pause in typing. Without it, the preview opens in a
// new tab.
const previewButton = document.querySelector('button[formaction][formtarget="_blank"]');
if (previewButton) showPreview(previewButton);

function showPreview(button) {
  const pauseMs = 500;
  const { form } = button;
  const shown = document.createElement('section');
  shown.className = 'text-preview';
  shown.hidden = true;
  shown.setAttribute('aria-label', 'Preview');
  button.closest('p').after(shown);
  button.setAttribute('aria-expanded', 'false');

  let asked = 0;
  const draw = async () => {
    const turn = ++asked;
    try {
      const answer = await fetch(button.formAction, {
        method: 'POST',
        body: new FormData(form),
        headers: { accept: 'text/html' },
        redirect: 'error',
      });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      // The order of answers is not that of questions.
      if (turn === asked) shown.replaceChildren(page.querySelector('.prose') ?? page.querySelector('main'));
    } catch {
      shown.textContent = 'The preview cannot be shown now. Your text is still here.';
    }
  };
  button.addEventListener('click', (event) => {
    event.preventDefault();
    shown.hidden = !shown.hidden;
    button.setAttribute('aria-expanded', String(!shown.hidden));
    if (!shown.hidden) draw();
  });
  let timer;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    if (!shown.hidden) timer = setTimeout(draw, pauseMs);
  });
}
