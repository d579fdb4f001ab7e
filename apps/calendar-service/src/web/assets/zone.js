// Offers the time zone of the browser as the first choice of the select field.
// A block, because all scripts of a page share one scope.
{
  const field = document.getElementById('zone');
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (field && own) {
    const option = [...field.options].find(({ value }) => value === own) ?? new Option(own, own);
    option.text = `My time zone (${own.replaceAll('_', ' ')})`;
    field.options[0].after(option);
  }
}
