"use strict";
// What was measured, as tables of rows by name. Text goes into the page as text only, never as markup.
const tables = {};
for (const table of JSON.parse(document.getElementById("data").textContent))
  tables[table.name] = table.rows.map(cells => Object.fromEntries(table.columns.map((column, i) => [column, cells[i]])));

const byId = id => document.getElementById(id);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  node.append(...children.flat().filter(child => child !== null && child !== undefined));
  return node;
}
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
// A name may hold marks of direction; isolated, it cannot turn the text around it.
const label = text => el("bdi", {}, visible(text));
// A section without data is left out; what is missing is named once, at the end.
const show = (id, isShown) => { byId(id).hidden = !isShown; return isShown; };
const none = text => el("p", { class: "none" }, text);
function visible(text) {
  return String(text ?? "").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    c => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

const trim = (value, digits) => value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(Math.min(1, digits)) : value.toFixed(digits);
function time(ns) {
  if (ns === null || ns === undefined) return "–";
  if (ns >= 1e9) return trim(ns / 1e9, 2) + " s";
  if (ns >= 1e6) return trim(ns / 1e6, 2) + " ms";
  if (ns >= 1e3) return trim(ns / 1e3, 2) + " µs";
  return trim(ns, 1) + " ns";
}
function bytes(value) {
  if (value === null || value === undefined) return "–";
  if (value >= 1 << 30) return trim(value / (1 << 30), 2) + " GiB";
  if (value >= 1 << 20) return trim(value / (1 << 20), 2) + " MiB";
  if (value >= 1 << 10) return trim(value / (1 << 10), 2) + " KiB";
  return Math.round(value) + " B";
}
const factor = value => value === null || value === undefined || !isFinite(value) ? "–" : value >= 1000 ? Math.round(value) + "×" : trim(value, 2) + "×";
const count = value => value === null || value === undefined ? "–" : Math.round(value).toLocaleString("en-US");

// Entries: a serializer built for one runtime in one way.
const several = new Set(tables.entries.filter(row => row.status === "available").map(row => `${row.runtime} ${row.build}`)).size > 1;
const idOf = row => JSON.stringify([row.serializer, row.runtime, row.build]);
const nameOf = row => several && row.runtime ? `${row.serializer} [${row.runtime} ${row.build}]` : row.serializer;
const entries = new Map(tables.entries.map(row => [idOf(row), row]));
const isText = row => entries.get(idOf(row))?.is_text === 1;
const checks = new Map();
for (const row of tables.checks) {
  const id = idOf(row);
  if (!checks.has(id)) checks.set(id, []);
  checks.get(id).push(row);
}
const checkOf = (row, lane, name) => (checks.get(idOf(row)) ?? []).find(one => one.lane === lane && one.name === name);

function outcomeClass(outcome) {
  if (["ok", "streams", "clean error", "clean", "error"].includes(outcome)) return "good";
  if (["crash", "hang", "out of memory", "silent corruption", "unsafe"].includes(outcome)) return "bad";
  if (["lost", "changed", "accepted", "buffers all", "buffers"].includes(outcome)) return "warn";
  return outcome === "failed" ? "bad" : "dull";
}
