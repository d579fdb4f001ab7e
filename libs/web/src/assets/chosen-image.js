// Shows a chosen image before its form is sent, in place of the present one. The form works without it.
for (const chooser of document.querySelectorAll('.field > input[type="file"]')) {
  const [label] = chooser.labels;
  const present = chooser.parentElement.querySelector('img');
  const chosen = document.createElement('img');
  chosen.alt = `The chosen ${label.firstChild.data.trim().toLowerCase()}`;
  chosen.hidden = true;
  chooser.before(chosen);
  chooser.addEventListener('change', () => {
    const [file] = chooser.files;
    chosen.hidden = !file;
    if (present) present.hidden = Boolean(file);
    if (!file) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => (chosen.src = reader.result));
    reader.readAsDataURL(file);
  });
}
