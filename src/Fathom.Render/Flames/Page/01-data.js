"use strict";
// What was measured. Text goes into the page as text only, never as markup.
const byId = id => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const facts = data.facts;
const origins = ["unknown", "own", "library", "framework", "native", "kernel", "process", "none", "gc", "folded"];
const originNames = { own: "own code", library: "library", framework: "framework", native: "native", kernel: "kernel", process: "process", none: "no stack", gc: "GC", folded: "folded", unknown: "not known" };

// Whole numbers, seven bits in a byte, the lowest first. Products, because shifts end at 32 bits.
function unpack(text) {
  const bytes = atob(text), numbers = [];
  let value = 0, scale = 1;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i);
    value += (byte & 127) * scale;
    if (byte & 128) scale *= 128;
    else { numbers.push(value); value = 0; scale = 1; }
  }
  return numbers;
}

// The name as it was recorded, and as it is written in the source where that differs.
const methods = data.methods.map(([name, module, origin, written]) => ({ name, written: written ?? name, module: module < 0 ? "" : data.modules[module], origin: origins[origin] }));
// Namespaces go first where there is little room; a type never.
function brief(name) {
  const dots = [];
  let depth = 0;
  for (let i = 0; i < name.length; i++) {
    if ("[(<".includes(name[i])) depth++;
    else if ("])>".includes(name[i])) depth--;
    else if (name[i] === "." && depth === 0 && i > 0 && name[i - 1] !== ".") dots.push(i);
  }
  return dots.length < 2 || name.includes("!") || name.includes("/") ? name : name.slice(dots[dots.length - 2] + 1);
}
const threads = data.threads.map(([process, name, tid]) => ({ process, name: name ?? "", tid }));

// Calls by their callers; of each stack the way from its process to where it ends.
const nodes = unpack(data.nodes), nodeCount = nodes.length / 2;
const stackNumbers = unpack(data.stacks), stackCount = stackNumbers.length / 2;
const stacks = [];
for (let stack = 0; stack < stackCount; stack++) {
  const path = [];
  for (let node = stackNumbers[2 * stack]; ; node -= nodes[2 * node]) {
    path.push(nodes[2 * node + 1]);
    if (nodes[2 * node] === 0) break;
  }
  stacks.push({ path: path.reverse(), begin: stackNumbers[2 * stack + 1] });
}

const packed = unpack(data.cells), cellCount = packed.length / 5;
const cells = { slice: new Int32Array(cellCount), stack: new Int32Array(cellCount), thread: new Int32Array(cellCount), weight: new Float64Array(cellCount), count: new Float64Array(cellCount) };
let total = 0;
for (let cell = 0, slice = 0; cell < cellCount; cell++) {
  slice += packed[5 * cell];
  cells.slice[cell] = slice;
  cells.stack[cell] = packed[5 * cell + 1];
  cells.thread[cell] = packed[5 * cell + 2];
  cells.weight[cell] = packed[5 * cell + 3] * facts.scale;
  cells.count[cell] = packed[5 * cell + 4];
  total += cells.weight[cell];
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  node.append(...children.flat().filter(child => child !== null && child !== undefined));
  return node;
}
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
function visible(text) {
  return String(text ?? "").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    c => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}
// A name may hold marks of direction; isolated, it cannot turn the text around it.
const label = text => el("bdi", {}, visible(text));
const short = (text, most) => text.length > most ? text.slice(0, most - 1) + "…" : text;

const grouped = value => Math.round(value).toLocaleString("en-US");
function digits(value) { return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2); }
function time(ns) {
  if (ns === 0) return "0 s";
  if (ns >= 1e9) return (ns / 1e9 >= 100 ? (ns / 1e9).toFixed(1) : (ns / 1e9).toFixed(2)) + " s";
  if (ns >= 1e6) return digits(ns / 1e6) + " ms";
  if (ns >= 1e3) return digits(ns / 1e3) + " µs";
  return Math.round(ns) + " ns";
}
function bytes(value) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let at = 0;
  while (value >= 1024 && at < units.length - 1) { value /= 1024; at++; }
  return at === 0 ? `${Math.round(value)} B` : `${digits(value)} ${units[at]}`;
}
const round = text => text.replace(/\.0+(?= )/, "");
const counted = value => `${grouped(value)} ${value === 1 ? facts.counted.replace(/s$/, "") : facts.counted}`;
const amount = value => facts.unit === "ns" ? time(value) : facts.unit === "bytes" ? bytes(value) : counted(value);
// As it was measured, to the last digit.
const exact = value => facts.unit === "ns" ? `${grouped(value)} ns` : facts.unit === "bytes" ? `${grouped(value)} bytes` : counted(value);
const percent = (part, whole) => whole <= 0 ? "–" : part === 0 ? "0 %" : part > 0 && part / whole < 0.0005 ? "<0.1 %" : `${(100 * part / whole).toFixed(1)} %`;
// Slices do not begin at round times where these count from a moment within one.
const places = Math.max(0, Math.ceil(-Math.log10(facts.slice_ns / 1e9) - 1e-9)) + (facts.zero_ns % facts.slice_ns ? 2 : 0);
// Times are kept since the begin of the recording, and shown since the moment that was asked for.
const moment = ns => ((ns - facts.zero_ns) / 1e9).toFixed(places);
