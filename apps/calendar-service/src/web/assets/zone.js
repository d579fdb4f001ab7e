// Offers the time zone of the browser as the first choice of the select field.
// A block, because all scripts of a page share one scope.
{
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

  function offerOwn() {
    const field = document.getElementById('zone');
    if (!field || !own) return;
    const option = [...field.options].find(({ value }) => value === own) ?? new Option(own, own);
    option.text = `My time zone (${own.replaceAll('_', ' ')})`;
    field.options[0].after(option);
  }

  offerOwn();
  // The script of the month replaces the field.
  document.addEventListener('viewchange', offerOwn);
}
