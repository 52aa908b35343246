using System.Buffers.Binary;
using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Features;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Writing;
using Xunit;

namespace Fathom.Tests.Formats.PerfData.Writing;

/// <summary>What the writer of recordings writes, as our reader takes it, and byte for byte where others read it too.</summary>
public sealed class PerfDataPipeTests
{
    private const int TrailerBytes = 32;

    private static readonly PerfEventAttributes s_lives = new()
    {
        Type = 1,
        Config = 9,
        Period = 1,
        SampleFields = PerfSampleFields.Identifier | PerfSampleFields.Ip | PerfSampleFields.Tid | PerfSampleFields.Time | PerfSampleFields.Cpu | PerfSampleFields.Period,
        ReadFormat = 23,
        Flags = (ulong)(PerfEventBits.SampleIdAll | PerfEventBits.UseClockId | PerfEventBits.Watermark | PerfEventBits.BuildId),
        Wakeup = 65536,
        ClockNumber = 1,
        MaxStack = 100,
        UserRegisters = 0xff0fff,
        UserStackBytes = 8192,
        InterruptRegisters = 5,
        BranchFields = 3,
    };

    [Fact]
    public void Attributes_become_the_bytes_that_they_were_read_from()
    {
        byte[] bytes = new byte[AttributeBytes.Size];

        AttributeBytes.Write(s_lives, bytes);

        Assert.Equal(s_lives, PerfEventAttributes.Parse(bytes));
        Assert.Equal(128, BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(4)));
    }

    [Fact]
    public void A_recording_of_the_machine_says_what_it_is()
    {
        RecordBytes bytes = new();
        PerfDataPipe pipe = new(bytes, TrailerBytes);
        pipe.Head();
        pipe.Event(s_lives, [7, 8]);
        pipe.Name(8, "lives");
        pipe.Index([(7, 0, -1), (8, 1, -1)]);
        pipe.Feature(PerfFeature.HostName, "hôst");
        pipe.Feature(PerfFeature.Version, "fathom 0.1.0");
        pipe.CommandLine(["fathom record", "--save x"]);
        pipe.Cpus(4, 2);
        pipe.Clock(new ClockPoint(1, 1_700_000_000_000_000_000, 5_000), 1);
        pipe.Kernel(0xffffffff81000000, 0xffffffff82000000, [1, 2, 3, 4]);
        pipe.Began();

        (List<string> lines, PerfDataReader reader) = RecordLines.Read(bytes.Written.ToArray());

        Assert.True(reader.Header.IsPipe);
        Assert.Equal((PerfDataEnd.Complete, 0L, 0L), (reader.Totals.End, reader.Totals.DamagedRecords, reader.Totals.UnreadBytes));
        Assert.Equal(s_lives, Assert.Single(reader.Events).Attributes);
        Assert.Equal("lives", reader.Events[0].Name);
        Assert.True(reader.Scope.IsWholeMachine);
        Assert.Equal([0, 1], reader.Scope.Cpus.Order());
        Assert.Equal(("hôst", "fathom 0.1.0", 4, 2), (reader.Features.HostName, reader.Features.PerfVersion, reader.Features.CpusAvailable, reader.Features.CpusOnline));
        Assert.Equal(["fathom record", "--save x"], reader.Features.CommandLine);
        Assert.Equal(new ClockPoint(1, 1_700_000_000_000_000_000, 5_000), reader.Features.Clock);
        Assert.Equal(new BuildIdEntry("[kernel.kallsyms]", "01020304", -1, IsKernel: true), Assert.Single(reader.Features.BuildIds));
        Assert.Contains("[kernel.kallsyms]_text", Assert.Single(lines), StringComparison.Ordinal);
    }

    [Fact]
    public void What_ran_before_the_start_has_its_names_and_mappings_and_no_time()
    {
        RecordBytes bytes = new();
        PerfDataPipe pipe = new(bytes, TrailerBytes);
        pipe.Head();
        pipe.Event(s_lives, [7]);
        pipe.Thread(10, 11, "worker"u8);
        pipe.Mapping(10, new MappedCode(0x1000, 0x2000, 0x3000, "/usr/lib/a b.so", [0xab, 0xcd]) { Protection = 5, Flags = 2 });
        pipe.Mapping(10, new MappedCode(0x9000, 0x1000, 0, "//anon", []) { DeviceMajor = 8, DeviceMinor = 1, Inode = 99, Protection = 7, Flags = 2 });
        Kept kept = new();

        new PerfDataReader(new MemoryStream(bytes.Written.ToArray()), "test.data").Read(kept, CancellationToken.None);

        Assert.Equal(
            ["0 Comm 10/11 worker", "0 Mmap2 10 1000+2000@3000 /usr/lib/a b.so abcd 0 5 2", "0 Mmap2 10 9000+1000@0 //anon  99 7 2"],
            kept.Lines);
    }

    [Fact]
    public void Sizes_are_multiples_of_eight_so_that_no_head_is_cut_in_a_ring()
    {
        RecordBytes bytes = new();
        PerfDataPipe pipe = new(bytes, TrailerBytes);
        pipe.Thread(1, 1, "a"u8);
        pipe.Thread(1, 2, "abcdefg"u8);
        pipe.Thread(1, 3, "abcdefgh"u8);

        Assert.Equal([56, 56, 64], Sizes(bytes.Written));
    }

    [Fact]
    public void More_ids_than_a_record_holds_go_into_several()
    {
        RecordBytes bytes = new();
        PerfDataPipe pipe = new(bytes, TrailerBytes);
        pipe.Head();
        pipe.Event(s_lives, [1]);
        pipe.Index([.. Enumerable.Range(1, 5000).Select(static i => ((ulong)i, i % 8, -1))]);

        (_, PerfDataReader reader) = RecordLines.Read(bytes.Written.ToArray());

        Assert.Equal((5000, 8, 0L), (reader.Scope.ProcessorIds, reader.Scope.Cpus.Count, reader.Totals.DamagedRecords));
    }

    private static List<int> Sizes(ReadOnlySpan<byte> records)
    {
        List<int> sizes = [];
        for (; !records.IsEmpty; records = records[sizes[^1]..])
            sizes.Add(BinaryPrimitives.ReadUInt16LittleEndian(records[6..]));
        return sizes;
    }

    private sealed class Kept : IPerfDataSink
    {
        public List<string> Lines { get; } = [];

        public void OnSample(in PerfSample sample)
        {
        }

        public void OnRecord(in PerfRecord record)
        {
            if (record.Type == PerfRecordType.Comm)
            {
                CommRecord comm = new(record);
                Lines.Add($"{record.TimeNs} Comm {comm.Pid}/{comm.Tid} {System.Text.Encoding.UTF8.GetString(comm.Name)}");
                return;
            }

            MappingRecord map = new(record);
            Lines.Add(
                $"{record.TimeNs} {record.Type} {map.Pid} {map.Address:x}+{map.SizeBytes:x}@{map.FileOffset:x} {System.Text.Encoding.UTF8.GetString(map.Path)} "
                + $"{Convert.ToHexStringLower(map.BuildId)} {map.Inode} {map.Protection} {map.Flags}");
        }
    }
}
