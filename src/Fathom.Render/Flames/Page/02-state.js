// What the reader chose. It stands in the address, so that a view can be passed on.
const orders = ["usual", "name", "total", "self", "count"];
const state = { first: 0, last: facts.slices, thread: "", find: "", view: "icicle", begin: false, zoom: [], sort: "usual", descending: true, rows: 100 };

const sliceAt = seconds => Math.round((seconds * 1e9 + facts.zero_ns - facts.first_ns) / facts.slice_ns);
// Of the first and the last slice only a part may be within the time that was asked for.
const beginOf = slice => Math.max(facts.from_ns, facts.first_ns + slice * facts.slice_ns);
const endOf = slice => Math.min(facts.to_ns, facts.first_ns + (slice + 1) * facts.slice_ns);
const isWhole = () => state.first === 0 && state.last === facts.slices;

function choose(first, last) {
  const clamp = (value, least, most) => Math.min(most, Math.max(least, Number.isFinite(value) ? value : least));
  state.first = clamp(first, 0, facts.slices - 1);
  state.last = clamp(last, state.first + 1, facts.slices);
}

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  choose(given.has("from") ? sliceAt(Number(given.get("from"))) : 0, given.has("to") ? sliceAt(Number(given.get("to"))) : facts.slices);
  state.thread = groups.some(group => group.key === given.get("thread")) ? given.get("thread") : "";
  state.find = given.get("find") ?? "";
  state.view = given.get("view") === "flame" ? "flame" : "icicle";
  state.begin = given.get("begin") === "1";
  state.sort = orders.includes(given.get("sort")) ? given.get("sort") : "usual";
  state.descending = given.get("order") !== "up";
}
function writeAddress() {
  const now = new URLSearchParams();
  if (!isWhole()) { now.set("from", moment(facts.first_ns + state.first * facts.slice_ns)); now.set("to", moment(facts.first_ns + state.last * facts.slice_ns)); }
  if (state.thread) now.set("thread", state.thread);
  if (state.find) now.set("find", state.find);
  if (state.view !== "icicle") now.set("view", state.view);
  if (state.begin) now.set("begin", "1");
  if (state.sort !== "usual") now.set("sort", state.sort);
  if (!state.descending) now.set("order", "up");
  history.replaceState(null, "", "#" + now);
}

// Threads one by one, those of one name together, and those of one process.
const threadSums = new Float64Array(threads.length);
const isUsed = new Set(cells.thread);
for (let cell = 0; cell < cellCount; cell++) threadSums[cells.thread[cell]] += cells.weight[cell];
const threadName = thread => (thread.name || (thread.tid === null ? "(all threads)" : "(no name)"));
function group(keyOf, nameOf) {
  const found = new Map();
  threads.forEach((thread, at) => {
    if (!isUsed.has(at)) return;
    const key = keyOf(thread, at);
    if (!found.has(key)) found.set(key, { key, name: nameOf(thread), members: new Set(), sum: 0 });
    found.get(key).members.add(at);
    found.get(key).sum += threadSums[at];
  });
  return [...found.values()].sort((a, b) => b.sum - a.sum);
}
const processes = group(thread => `p${thread.process}`, thread => methods[thread.process].name);
const named = group(thread => `n${thread.process}/${thread.name}`, threadName).filter(one => one.members.size > 1);
const single = group((_, at) => `t${at}`, thread => thread.tid === null ? threadName(thread) : `${threadName(thread)} (${thread.tid})`);
const groups = [...processes, ...named, ...single];
const members = () => groups.find(one => one.key === state.thread)?.members ?? null;

// The sums of the chosen part, by stack; and by slice, of the chosen threads, for the map.
let current = { weight: new Float64Array(0), count: new Float64Array(0), total: 0, times: 0, size: null };
let slices = new Float64Array(0);
function addUp() {
  const weight = new Float64Array(stackCount), count = new Float64Array(stackCount), chosen = members();
  slices = new Float64Array(facts.slices);
  let sum = 0, times = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    if (chosen && !chosen.has(cells.thread[cell])) continue;
    const slice = cells.slice[cell];
    slices[slice] += cells.weight[cell];
    if (slice < state.first || slice >= state.last) continue;
    weight[cells.stack[cell]] += cells.weight[cell];
    count[cells.stack[cell]] += cells.count[cell];
    sum += cells.weight[cell];
    times += cells.count[cell];
  }
  current = { weight, count, total: sum, times };
}

const lower = methods.map(method => `${method.name}\n${method.written}\n${method.module}`.toLowerCase());
const isMatch = method => state.find !== "" && lower[method].includes(state.find.toLowerCase());
