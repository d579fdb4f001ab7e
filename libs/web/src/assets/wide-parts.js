// Lets the keyboard scroll the code and tables of a text that are wider than their place.
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries)
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
});
for (const part of document.querySelectorAll('.prose :is(pre, table)')) observer.observe(part);
