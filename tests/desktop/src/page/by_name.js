function byName(name, among = null) {
  const wanted = (text) => (text ?? "").replace(/\s+/g, " ").trim() === name;
  const shown = (element) => element.checkVisibility?.() ?? element.getClientRects().length > 0;
  // Key caps are drawn beside a name, they are not part of it.
  const named = (element) => {
    const copy = element.cloneNode(true);
    for (const cap of copy.querySelectorAll("kbd")) cap.remove();
    return copy.textContent;
  };
  const labelled = (element) =>
    (element.getAttribute("aria-labelledby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" ");
  const controls =
    among ??
    "button, a, input, select, textarea, summary, [role=button], [role=tab], [role=row], [role=option], [role=radio], [role=combobox], [role=menuitem], [role=checkbox], [role=switch]";
  return [...document.querySelectorAll(controls)].find(
    (element) =>
      shown(element) &&
      !element.disabled &&
      (wanted(element.getAttribute("aria-label")) ||
        wanted(labelled(element)) ||
        [...(element.labels ?? [])].some((label) => wanted(label.textContent)) ||
        wanted(element.innerText) || wanted(named(element))),
  );
}
