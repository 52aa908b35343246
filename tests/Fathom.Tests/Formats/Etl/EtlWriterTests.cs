using System.Text;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.NetTrace;
using Fathom.Sources.Traces.Etl;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>What the writer of the tests makes of the values in real files, beside the bytes of these files.</summary>
public sealed class EtlWriterTests
{
    // The head of a record tells its kind, so that these are those of the kernel with a thread, and so on.
    private const int KernelTimeAt = 0x18, ClassicTimeAt = 0x28;

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("perfview/net.4.5.2.x86.etl.zip", "class|event|image|name|pdb|perfinfo|process|sample|session|stack|system|thread")]
    [InlineData("perfview/net.4.5.x86.win7.etl.zip", "class|event|image|name|pdb|perfinfo|process|sample|session|stack|system|thread")]
    public void Structures_are_those_of_a_real_file_byte_for_byte(string file, string kinds)
    {
        Dictionary<string, int> equal = [];
        List<string> wrong = [];
        foreach ((byte[] head, byte[] content) in EtlScan.Buffers(EtlFiles.Read(file)))
        {
            foreach (byte[] bytes in EtlScan.Records(content))
            {
                EtlRecord record = EtlRecord.Read(bytes);
                (string kind, byte[] made) = Record(record, bytes);
                Compare(kind, bytes, made);
                if (Payload(record, kind) is (var name, { } payload))
                    Compare(name, record.Payload.ToArray(), payload);
            }
        }

        TestContext.Current.TestOutputHelper?.WriteLine(string.Join(", ", equal.OrderBy(static one => one.Key)
            .Select(static one => $"{one.Key} {one.Value}")));
        Assert.Equal([], wrong.Take(10));
        Assert.Equal(kinds.Split('|'), equal.Keys.Order(StringComparer.Ordinal));
        Assert.Equal(1, equal["session"]);
        Assert.True(equal["process"] > 60 && equal["thread"] > 500 && equal["image"] > 1000 && equal["event"] > 10_000
            && equal["sample"] > 4000, $"{equal["process"]}");

        void Compare(string kind, byte[] theirs, byte[] ours)
        {
            if (theirs.AsSpan().SequenceEqual(ours))
                equal[kind] = equal.GetValueOrDefault(kind) + 1;
            else
                wrong.Add($"{kind}: {Convert.ToHexString(theirs)}, here {Convert.ToHexString(ours)}");
        }
    }

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("perfview/net.4.5.2.x86.etl.zip")]
    [InlineData("perfview/net.4.5.x86.win7.etl.zip")]
    public void Heads_of_buffers_are_those_of_a_real_file_but_for_what_no_reader_takes(string file)
    {
        int count = 0;
        foreach ((byte[] head, _) in EtlScan.Buffers(EtlFiles.Read(file)))
        {
            EtlBuffer buffer = EtlBuffer.Read(head, 0)!.Value;
            byte[] made = EtlPieces.Buffer(
                buffer.Size, buffer.Used, BitConverter.ToInt64(head, 0x18), BitConverter.ToUInt16(head, 0x28),
                    BitConverter.ToUInt16(head, 0x2A),
                BitConverter.ToUInt16(head, 0x34), BitConverter.ToUInt16(head, 0x36));
            Assert.Equal(buffer.Processor, BitConverter.ToUInt16(head, 0x28) & 0x7FF);
            // Where it is written, how often it is used, times, state, and addresses in memory.
            // The header of a file that was relogged has no saved offset.
            byte[] theirs = (byte[])head.Clone();
            foreach ((int at, int length) in ((int, int)[])[(8, 4), (0x0C, 4), (0x10, 8), (0x20, 8), (0x2C, 4), (0x38, 16)])
                theirs.AsSpan(at, length).Clear();
            if (BitConverter.ToInt32(theirs, 4) == 0)
                made.AsSpan(4, 4).Clear();
            Assert.Equal(Convert.ToHexString(theirs), Convert.ToHexString(made));
            count++;
        }

        Assert.True(count > 40, $"{count}");
    }

    // What readers pass over is taken from its place.
    private static (string Kind, byte[] Bytes) Record(in EtlRecord record, byte[] bytes)
    {
        bool isNarrow = record.PointerSize == 4;
        byte[] payload = record.Payload.ToArray();
        switch (bytes[2])
        {
            case 1 or 2:
                return ("system", EtlPieces.System(record.Ticks, record.Hook, record.Version, record.Pid, record.Tid, payload, isNarrow,
                    At(KernelTimeAt),
                    At(KernelTimeAt + 4)));
            case 0x10 or 0x11:
                return ("perfinfo", EtlPieces.PerfInfo(record.Ticks, record.Hook, record.Version, payload, isNarrow));
            case 0x0A or 0x14:
                return ("class", EtlPieces.Full(record.Ticks, record.Provider, record.Opcode, record.Level, record.Version, record.Pid,
                    record.Tid, payload,
                    isNarrow, At(ClassicTimeAt), At(ClassicTimeAt + 4)));
            default:
                EtlPieces.EventHead head = new(record.Ticks, record.Provider, record.Id)
                {
                    IsNarrow = isNarrow, Flags = BitConverter.ToUInt16(bytes, 4), Property = BitConverter.ToUInt16(bytes, 6), Pid =
                        record.Pid, Tid = record.Tid,
                    Version = record.Version, Channel = bytes[0x2B], Level = record.Level, Opcode = record.Opcode, Task =
                        BitConverter.ToUInt16(bytes, 0x2E),
                    Keywords = record.Keywords, ProcessorTime = BitConverter.ToInt64(bytes, 0x38), Activity = record.Activity,
                };
                return ("event", EtlPieces.Event(head, Items(record), payload));
        }

        uint At(int place) => BitConverter.ToUInt32(bytes, place);
    }

    private static byte[] Items(in EtlRecord record)
    {
        List<(int Kind, byte[] Content)> items = [];
        foreach (EtlItems item in new EtlItems(record.Items))
            items.Add((item.Kind, item.Content.ToArray()));
        return [.. items.SelectMany((item, i) => EtlPieces.Item(item.Kind, item.Content, i == items.Count - 1))];
    }

    private static (string Name, byte[]? Bytes) Payload(in EtlRecord record, string kind)
    {
        PayloadReader fields = new(record.Payload, record.PointerSize);
        int hook = EtlSurvey.HookOf(record);
        if (hook == EtlRecord.HeaderHook && kind == "system")
            return ("session", Session(record));
        if ((hook >> 8) == 3 && record.Opcode is 1 or 2 or 3 or 4 or 39)
            return ("process", Process(record));
        if ((hook >> 8) == 5 && record.Opcode is >= 1 and <= 4)
        {
            (int pid, int tid) = (fields.Int32(), fields.Int32());
            ulong[] addresses = [fields.UInt64(), fields.UInt64(), fields.UInt64(), fields.UInt64(), fields.UInt64(), fields.UInt64(),
                fields.UInt64()];
            return ("thread", EtlPayloads.Thread(pid, tid, addresses, fields.Int32(), fields.Bytes(4).ToArray()));
        }

        if (hook is KernelHook.ImageLoad or KernelHook.ImageUnload or KernelHook.ImageThere or KernelHook.ImageLeft)
        {
            ImageFields image = ImageFields.Read(record.Payload, record.Version, 8);
            fields.Skip(8 + 8 + 4);
            int checksum = fields.Int32();
            fields.Int32();
            return ("image", EtlPayloads.Image(image.Start, image.Size, (int)image.ProcessId, checksum, (int)image.TimeStamp,
                fields.Bytes(4).ToArray(), fields.UInt64(),
                fields.Bytes(16).ToArray(), image.Path.ToString()));
        }

        return hook switch
        {
            KernelHook.Sample => ("sample", EtlPayloads.Sample(fields.UInt64(), fields.Int32(), fields.UInt16(), fields.UInt16())),
            KernelHook.Stack => ("stack", EtlPayloads.Stack(fields.Int64(), fields.Int32(), fields.Int32(), Rest(ref fields))),
            KernelHook.FileName or KernelHook.FileNameBegins or KernelHook.FileNameEnds or KernelHook.FileNameLeft =>
                ("name", EtlPayloads.FileName(fields.UInt64(), fields.Text().ToString())),
            _ when record.Kind == EtlRecordKind.Classic && record.Provider == new Guid("b3e675d7-2554-4f18-830b-2762732560de")
                && record.Opcode == 36 =>
                ("pdb", EtlPayloads.Symbols(fields.UInt64(), fields.Int32(), fields.Guid(), fields.Int32(),
                    Encoding.UTF8.GetString(fields.Bytes(fields.Remaining)).TrimEnd('\0'))),
            _ => ("", null),
        };
    }

    private static ulong[] Rest(ref PayloadReader fields)
    {
        List<ulong> all = [];
        while (fields.Remaining > 0)
            all.Add(fields.UInt64());
        return [.. all];
    }

    private static byte[] Session(in EtlRecord record)
    {
        ReadOnlySpan<byte> payload = record.Payload;
        EtlHeader header = EtlHeader.Read(payload, record.Ticks)!;
        return EtlPayloads.Session(
            new EtlPayloads.SessionHead(header.BufferBytes, payload[4..8].ToArray(), header.Windows.Build, header.Processors)
            {
                EndFileTime = header.EndFileTime, TimerResolution = BitConverter.ToInt32(payload[0x18..]), MostMegabytes =
                    BitConverter.ToInt32(payload[0x1C..]),
                Mode = header.Mode, BuffersWritten = (int)header.BuffersWritten, FirstBuffers = BitConverter.ToInt32(payload[0x28..]),
                    EventsLost = (int)header.EventsLost,
                Megahertz = BitConverter.ToInt32(payload[0x34..]), Name = BitConverter.ToInt64(payload[0x38..]), File =
                    BitConverter.ToInt64(payload[0x40..]),
                BootFileTime = header.BootFileTime, TicksPerSecond = header.TicksPerSecond, StartFileTime = header.StartFileTime, Clock =
                    (int)header.Clock,
                BuffersLost = (int)header.BuffersLost,
            },
            payload.Slice(0x48, 172).ToArray(),
            [.. header.Texts]);
    }

    private static byte[] Process(in EtlRecord record)
    {
        ProcessFields told = ProcessFields.Read(record.Payload, record.Version, 8);
        PayloadReader fields = new(record.Payload, 8);
        ulong key = fields.UInt64();
        int pid = fields.Int32();
        fields.Skip(12);
        ulong table = record.Version >= 3 ? fields.UInt64() : 0;
        int flags = record.Version >= 4 ? fields.Int32() : 0;
        // The two addresses before the number of the user mean nothing outside of the kernel.
        byte[] user = told.User.IsEmpty ? fields.Bytes(4).ToArray() : [.. fields.Bytes(16), .. told.User];
        fields = new PayloadReader(record.Payload[(record.Payload.IndexOf(told.ImageName) + told.ImageName.Length + 1)..], 8);
        List<string> texts = [];
        while (fields.Remaining > 0)
            texts.Add(fields.Text().ToString());
        return EtlPayloads.Process(record.Version, key, pid, (int)told.ParentId, (int)told.Session, told.ExitStatus, table, flags, user,
            Encoding.Latin1.GetString(told.ImageName), [told.CommandLine.ToString(), .. texts.Skip(1)]);
    }
}
