// Takes several files, also dropped ones, and sends them one after the other with their progress. The form works without it.
const form = document.querySelector('.upload');
if (form) {
  const button = form.querySelector('button');
  const fieldOf = (row) => row.querySelector('input[type="file"]');
  const rows = () => [...form.querySelectorAll('.upload-row')];
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  form.before(status);
  fieldOf(form).multiple = true;
  form.querySelector('.hint').append(' You can choose several, or drop files on this page.');
  const empty = rows()[0].cloneNode(true);
  for (const fault of empty.querySelectorAll('.fault')) fault.remove();
  for (const field of empty.querySelectorAll('input')) field.setAttribute('value', '');
  let added = 0;

  /** Another row with empty fields, whose labels lead to them. Only the first row has hints. */
  function addRow() {
    const row = empty.cloneNode(true);
    added += 1;
    for (const label of row.querySelectorAll('label')) label.htmlFor += `-${added}`;
    for (const field of row.querySelectorAll('input')) field.id += `-${added}`;
    if (rows().length > 0) for (const hint of row.querySelectorAll('.hint')) hint.remove();
    form.querySelector('.actions').before(row);
    return row;
  }

  /** Gives each file a row of its own, beginning with this one. */
  function place(files, row) {
    const given = [...files].map((file, index) => {
      const target = index === 0 ? row : addRow();
      const chosen = new DataTransfer();
      chosen.items.add(file);
      fieldOf(target).files = chosen.files;
      target.setAttribute('role', 'group');
      target.setAttribute('aria-label', file.name);
      return target;
    });
    given[0]?.querySelector('[name="name"]').focus();
  }

  form.addEventListener('change', ({ target }) => {
    if (target.files?.length > 1) place(target.files, target.closest('.upload-row'));
  });
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    const { files } = event.dataTransfer;
    if (files.length === 0) return;
    event.preventDefault();
    place(files, rows().find((row) => fieldOf(row).files.length === 0) ?? addRow());
  });

  /** Sends one row. The answer is the list with the new file, or the form with its faults. */
  function send(row) {
    const data = new FormData();
    for (const field of [...form.querySelectorAll(':scope > input'), ...row.querySelectorAll('input')])
      data.append(field.name, field.type === 'file' ? field.files[0] : field.value);
    const progress = document.createElement('progress');
    progress.max = 1;
    progress.value = 0;
    progress.setAttribute('aria-label', `Progress of ${fieldOf(row).files[0].name}`);
    row.append(progress);
    return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.upload.addEventListener('progress', ({ loaded, total }) => (progress.value = loaded / total));
      request.addEventListener('loadend', () => {
        progress.remove();
        resolve({ status: request.status, page: new DOMParser().parseFromString(request.responseText, 'text/html') });
      });
      request.open('POST', location.pathname);
      request.setRequestHeader('accept', 'text/html');
      request.send(data);
    });
  }

  function showFault(row, page) {
    const fault = document.createElement('p');
    fault.className = 'fault';
    fault.textContent =
      [...page.querySelectorAll('.faults li')].map(({ textContent }) => textContent).join(' ') ||
      page.querySelector('main p')?.textContent ||
      'The file did not arrive. Try again.';
    row.append(fault);
  }

  form.addEventListener('submit', async (event) => {
    const waiting = rows().filter((row) => fieldOf(row).files.length > 0);
    if (waiting.length === 0) return;
    event.preventDefault();
    button.disabled = true;
    for (const old of document.querySelectorAll('main > :is(.notice, .faults)')) if (old !== status) old.remove();
    let sent = 0;
    for (const row of waiting) {
      for (const fault of row.querySelectorAll('.fault')) fault.remove();
      status.textContent = `Sending file ${waiting.indexOf(row) + 1} of ${waiting.length}.`;
      const { status: code, page } = await send(row);
      const list = page.querySelector('.file-list');
      if (code !== 200 || !list) showFault(row, page);
      else {
        sent += 1;
        document.querySelector('.file-list').replaceWith(list);
        document.dispatchEvent(new Event('list-changed'));
        row.remove();
      }
    }
    if (rows().length === 0) addRow();
    button.disabled = false;
    button.focus();
    const failed = waiting.length - sent;
    status.textContent = `${sent === 1 ? '1 file is' : `${sent} files are`} added.${failed > 0 ? ` Not added: ${failed}. See the reasons below.` : ''}`;
    status.className = failed > 0 ? 'faults' : 'notice';
    form.querySelector('.fault')?.scrollIntoView({ block: 'center' });
  });
}

// The browser itself sends a file that replaces another, so the share that is sent is unknown.
const replacing = document.querySelector('form[enctype]:not(.upload)');
if (replacing) {
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  replacing.append(status);
  const bar = document.createElement('progress');
  bar.setAttribute('aria-label', 'Progress of the file');
  replacing.addEventListener('submit', () => {
    if (replacing.querySelector('input[type="file"]').files.length > 0)
      status.replaceChildren('Sending the file …', bar);
  });
  // The browser may show this page again as it is left.
  addEventListener('pagehide', () => status.replaceChildren());
}
