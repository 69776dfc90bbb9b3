// Opens a page; done when its data is drawn and the page is free for the next key.
const done = arguments[arguments.length - 1];
const bench = window.deskBench;
const own = $COMMANDS;
bench.since.length = 0;
const answers = () => bench.since.filter((call) => own.includes(call.command) && call.answered);
let over = false;
const watch = new MutationObserver(look);
watch.observe(document.body, { childList: true, subtree: true });
bench.onAnswer = look;
location.hash = $ADDRESS;
function look() {
  if (over || !document.querySelector($SHOWN)) return;
  const there = answers();
  if (!own.every((command) => there.some((call) => call.command === command))) return;
  over = true;
  watch.disconnect();
  bench.onAnswer = () => {};
  requestAnimationFrame(() => {
    // After the frame has been drawn, in the next turn of the page.
    const next = new MessageChannel();
    next.port1.onmessage = () =>
      done({
        data_to_interactive_ms: performance.now() - Math.max(...there.map((call) => call.answered)),
        command_ms: Math.max(...there.map((call) => call.answered - call.asked)),
      });
    next.port2.postMessage(0);
  });
}
