// Every command goes through `fetch`: it is noted when it is asked and when its answer has been read.
const bench = { all: [], since: [], onAnswer: () => {} };
window.deskBench = bench;
const usual = window.fetch;
window.fetch = async (place, init) => {
  const url = String(place?.url ?? place);
  if (!url.startsWith("ipc:")) return usual(place, init);
  const command = decodeURIComponent(new URL(url).pathname.slice(1));
  const call = { command, asked: performance.now(), answered: null };
  bench.since.push(call);
  const response = await usual(place, init);
  for (const way of ["json", "text", "arrayBuffer"]) {
    const read = response[way].bind(response);
    response[way] = async () => {
      const answer = await read();
      call.answered = performance.now();
      bench.all.push({ command, ms: call.answered - call.asked });
      setTimeout(() => bench.onAnswer(command));
      return answer;
    };
  }
  return response;
};
