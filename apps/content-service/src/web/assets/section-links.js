// Gives each heading of a text a link to itself, which people can copy.
for (const heading of document.querySelectorAll('.prose :is(h1, h2, h3, h4, h5, h6)[id]')) {
  const link = document.createElement('a');
  link.className = 'section-link';
  link.href = `#${heading.id}`;
  link.textContent = '#';
  link.setAttribute('aria-label', `Link to the section ${heading.textContent}`);
  heading.append(' ', link);
}
