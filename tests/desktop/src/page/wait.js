$BY_NAME
const done = arguments[arguments.length - 1];
const holds = () => Boolean($CONDITION);
if (holds()) {
  done(true);
} else {
  const watch = new MutationObserver(() => {
    if (holds()) {
      watch.disconnect();
      done(true);
    }
  });
  watch.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
}
