$BY_NAME
const done = arguments[arguments.length - 1];
const holds = () => Boolean($CONDITION);
if (holds()) {
  done(true);
} else {
  const look = () => {
    if (!holds()) return;
    watch.disconnect();
    document.removeEventListener("focusin", look);
    done(true);
  };
  const watch = new MutationObserver(look);
  watch.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  // Where the focus is changes nothing in the page.
  document.addEventListener("focusin", look);
}
