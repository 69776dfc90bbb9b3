const done = arguments[arguments.length - 1];
const calm = 400;
let timer;
const watch = new MutationObserver(() => again());
function again() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    watch.disconnect();
    requestAnimationFrame(() => done(true));
  }, calm);
}
document.fonts.ready.then(() => {
  // Countdowns change text for ever; only structure counts.
  watch.observe(document, { subtree: true, childList: true });
  again();
});
