// Reads and writes zip files so that equal content gives equal bytes: entries by name, one time for all, no more fields than needed.
import { deflateRawSync, inflateRawSync } from "node:zlib";

const table = Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n >>> 0;
});

function crc32(bytes) {
    let crc = 0xffffffff;
    for (const byte of bytes) crc = table[(crc ^ byte) & 255] ^ (crc >>> 8);
    return (crc ^ 0xffffffff) >>> 0;
}

// Seconds since 1970 as the format has it: local time without a zone, steps of two seconds, from 1980 on.
function dosTime(seconds) {
    const at = new Date(Math.max(seconds, 315532800) * 1000);
    const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
    const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
    return (((date << 16) >>> 0) + time) >>> 0;
}

/** A zip of a map from name to { bytes, executable }. */
export function writeZip(files, seconds) {
    const parts = [], directory = [];
    let offset = 0;
    for (const name of [...files.keys()].sort()) {
        const { bytes, executable } = files.get(name), packed = deflateRawSync(bytes, { level: 9 }), text = Buffer.from(name);
        const facts = Buffer.alloc(26);
        facts.writeUInt16LE(20, 0);
        facts.writeUInt16LE(0x800, 2);
        facts.writeUInt16LE(8, 4);
        facts.writeUInt32LE(dosTime(seconds), 6);
        facts.writeUInt32LE(crc32(bytes), 10);
        facts.writeUInt32LE(packed.length, 14);
        facts.writeUInt32LE(bytes.length, 18);
        facts.writeUInt16LE(text.length, 22);
        parts.push(Buffer.from("PK\x03\x04"), facts, text, packed);

        const entry = Buffer.alloc(14);
        entry.writeUInt32LE(((executable ? 0o100755 : 0o100644) << 16) >>> 0, 6);
        entry.writeUInt32LE(offset, 10);
        directory.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 3]), facts, entry, text);
        offset += 4 + facts.length + text.length + packed.length;
    }

    const list = Buffer.concat(directory), end = Buffer.alloc(18);
    end.writeUInt16LE(files.size, 4);
    end.writeUInt16LE(files.size, 6);
    end.writeUInt32LE(list.length, 8);
    end.writeUInt32LE(offset, 12);
    return Buffer.concat([...parts, list, Buffer.from("PK\x05\x06"), end]);
}

/** The files of a zip, as writeZip takes them. */
export function readZip(bytes) {
    const files = new Map(), end = bytes.lastIndexOf(Buffer.from("PK\x05\x06"));
    if (end < 0) throw new Error("This is no zip file.");
    let at = bytes.readUInt32LE(end + 16);
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
        const method = bytes.readUInt16LE(at + 10), size = bytes.readUInt32LE(at + 20), nameLength = bytes.readUInt16LE(at + 28);
        const name = bytes.toString("utf8", at + 46, at + 46 + nameLength), local = bytes.readUInt32LE(at + 42);
        const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28), packed = bytes.subarray(start, start + size);
        files.set(name, { bytes: method === 0 ? packed : inflateRawSync(packed), executable: false });
        at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
    return files;
}
