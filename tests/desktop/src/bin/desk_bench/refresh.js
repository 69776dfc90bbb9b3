// Done when the list has been read and drawn so many times more.
const done = arguments[arguments.length - 1];
const bench = window.deskBench;
let left = $TIMES;
bench.onAnswer = (command) => {
  if (command !== "list_runs") return;
  bench.since.length = 0;
  left -= 1;
  if (left > 0) return;
  bench.onAnswer = () => {};
  requestAnimationFrame(() => setTimeout(done));
};
