using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Writes recordings by the published layout, so that each kind of record is tested where no machine makes it.</summary>
internal sealed class PerfDataBytes
{
    /// <summary>Fields of the events of most tests.</summary>
    public const PerfSampleFields Usual = PerfSampleFields.Identifier | PerfSampleFields.Ip | PerfSampleFields.Tid | PerfSampleFields.Time | PerfSampleFields.Cpu;

    private const ulong SampleIdAll = 1 << 18;

    private readonly List<(byte[] Attributes, ulong[] Ids)> _events = [];
    private readonly SortedDictionary<int, byte[]> _features = [];
    private readonly List<byte> _records = [];

    public PerfDataBytes Event(ulong[] ids, PerfSampleFields fields = Usual, uint type = 1, ulong config = 0, ulong period = 1, ulong flags = SampleIdAll, ulong readFormat = 0,
        ulong branches = 0, ulong userRegisters = 0, ulong interruptRegisters = 0, int bytes = 136, int clock = 0)
    {
        byte[] attributes = Bytes(w =>
        {
            w.Write(type);
            w.Write(bytes);
            w.Write(config);
            w.Write(period);
            w.Write((ulong)fields);
            w.Write(readFormat);
            w.Write(flags);
            w.Write(new byte[24]);
            w.Write(branches);
            w.Write(userRegisters);
            w.Write(4096);
            w.Write(clock);
            w.Write(interruptRegisters);
            w.Write(new byte[Math.Max(0, bytes - 104)]);
        });
        _events.Add((attributes[..bytes], ids));
        return this;
    }

    public PerfDataBytes Feature(int number, Action<BinaryWriter> write)
    {
        _features[number] = Bytes(write);
        return this;
    }

    public PerfDataBytes Record(PerfRecordType type, byte[] body, int misc = 0)
    {
        _records.AddRange(Of(type, body, misc));
        return this;
    }

    public PerfDataBytes Record(PerfRecordType type, Action<BinaryWriter> write, int misc = 0) => Record(type, Bytes(write), misc);

    /// <summary>A record of the kernel with the trailer of <see cref="Usual"/>.</summary>
    public PerfDataBytes Kernel(PerfRecordType type, ulong timeNs, Action<BinaryWriter> write, int misc = 0, int tid = 5, ulong id = 1, long cpu = 2) => Record(
        type,
        w =>
        {
            write(w);
            w.Write(4);
            w.Write(tid);
            w.Write(timeNs);
            w.Write(cpu);
            w.Write(id);
        },
        misc);

    /// <summary>A sample with the fields of <see cref="Usual"/>.</summary>
    public PerfDataBytes Sample(ulong id, ulong timeNs, int tid = 5, ulong ip = 0x1000) => Record(PerfRecordType.Sample, w =>
    {
        w.Write(id);
        w.Write(ip);
        w.Write(4);
        w.Write(tid);
        w.Write(timeNs);
        w.Write(2L);
    });

    public PerfDataBytes Round() => Record(PerfRecordType.FinishedRound, []);

    public PerfDataBytes Raw(byte[] bytes)
    {
        _records.AddRange(bytes);
        return this;
    }

    /// <summary>A recording in a file.</summary>
    /// <param name="isFinished">Whether perf could end it.</param>
    public byte[] File(bool isFinished = true)
    {
        int attributeBytes = _events.Count == 0 ? 136 : _events[0].Attributes.Length;
        int entry = attributeBytes + 16;
        ulong ids = 104;
        ulong entries = ids + ((ulong)_events.Sum(e => e.Ids.Length) * 8);
        ulong data = entries + (ulong)(_events.Count * entry);
        ulong table = data + (ulong)_records.Count;
        return Bytes(w =>
        {
            w.Write("PERFILE2"u8);
            w.Write(104L);
            w.Write((long)entry);
            w.Write(entries);
            w.Write((ulong)(_events.Count * entry));
            w.Write(data);
            w.Write(isFinished ? (ulong)_records.Count : 0);
            w.Write(new byte[16]);
            w.Write(_features.Keys.Aggregate(0UL, (bits, number) => bits | (1UL << number)));
            w.Write(new byte[24]);
            foreach (ulong id in _events.SelectMany(e => e.Ids))
                w.Write(id);
            foreach ((byte[] attributes, ulong[] own) in _events)
            {
                w.Write(attributes);
                w.Write(ids);
                w.Write((ulong)own.Length * 8);
                ids += (ulong)own.Length * 8;
            }

            w.Write(_records.ToArray());
            if (!isFinished)
                return;
            ulong place = table + ((ulong)_features.Count * 16);
            foreach (byte[] section in _features.Values)
            {
                w.Write(place);
                w.Write((ulong)section.Length);
                place += (ulong)section.Length;
            }

            foreach (byte[] section in _features.Values)
                w.Write(section);
        });
    }

    /// <summary>The same recording as perf would have written it into a pipe; the descriptions of tracepoints are the first section.</summary>
    public byte[] Pipe() => Bytes(w =>
    {
        w.Write("PERFILE2"u8);
        w.Write(16L);
        foreach ((byte[] attributes, ulong[] ids) in _events)
            w.Write(Of(PerfRecordType.HeaderAttribute, [.. attributes, .. ids.SelectMany(BitConverter.GetBytes)], 0));
        foreach ((int number, byte[] section) in _features)
        {
            if (number == 1)
            {
                byte[] padded = [.. section, .. new byte[-section.Length & 7]];
                w.Write(Of(PerfRecordType.HeaderTracingData, BitConverter.GetBytes(padded.Length), 0));
                w.Write(padded);
            }
            else if (number == 2)
            {
                w.Write(section);
            }
            else
            {
                w.Write(Of(PerfRecordType.HeaderFeature, [.. BitConverter.GetBytes((long)number), .. section], 0));
            }
        }

        w.Write(_records.ToArray());
    });

    public byte[] Records() => _records.ToArray();

    public static byte[] Of(PerfRecordType type, byte[] body, int misc) => Bytes(w =>
    {
        w.Write((uint)type);
        w.Write((ushort)misc);
        w.Write((ushort)(8 + body.Length));
        w.Write(body);
    });

    public static byte[] Bytes(Action<BinaryWriter> write)
    {
        MemoryStream stream = new();
        using BinaryWriter writer = new(stream);
        write(writer);
        writer.Flush();
        return stream.ToArray();
    }

    /// <summary>Text as feature sections have it.</summary>
    public static void Text(BinaryWriter writer, string text)
    {
        byte[] bytes = [.. System.Text.Encoding.UTF8.GetBytes(text), 0];
        byte[] padded = [.. bytes, .. new byte[-bytes.Length & 63]];
        writer.Write(padded.Length);
        writer.Write(padded);
    }

    /// <summary>Text of records, padded to 8 bytes.</summary>
    public static void Name(BinaryWriter writer, string text)
    {
        byte[] bytes = [.. System.Text.Encoding.UTF8.GetBytes(text), 0];
        writer.Write(bytes);
        writer.Write(new byte[-bytes.Length & 7]);
    }
}
