// Scrolls what scrolls most on the page to its end and back, a step a frame, for so many frames.
const done = arguments[arguments.length - 1];
const STEP = 60;
let scroller = null;
let most = 0;
for (const element of document.querySelectorAll("main, main *, [data-empty-page]")) {
  const room = element.scrollHeight - element.clientHeight;
  const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
  if (scrolls && room > most && element.checkVisibility()) {
    scroller = element;
    most = room;
  }
}
const frames = [];
let rowsAtMost = 0;
let farthestRow = 0;
let last = null;
let by = STEP;
requestAnimationFrame(function frame(now) {
  if (last !== null) frames.push(now - last);
  last = now;
  const rows = document.querySelectorAll("[role=row][data-index]");
  rowsAtMost = Math.max(rowsAtMost, rows.length);
  for (const row of rows) farthestRow = Math.max(farthestRow, Number(row.dataset.index));
  if (scroller) {
    const end = scroller.scrollHeight - scroller.clientHeight;
    if (scroller.scrollTop >= end - 1) by = -STEP;
    if (scroller.scrollTop <= 0) by = STEP;
    scroller.scrollTop += by;
  }
  if (frames.length < $FRAMES) requestAnimationFrame(frame);
  else {
    done({
      frames,
      rows_at_most: rowsAtMost,
      farthest_row: farthestRow,
      scrolls: most,
      elements: document.querySelectorAll("*").length,
    });
  }
});
