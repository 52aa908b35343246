using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Model;
using Xunit;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Recordings that are written by the published layout.</summary>
public sealed class PerfDataReaderTests
{
    [Theory]
    [InlineData(64)]
    [InlineData(72)]
    [InlineData(80)]
    [InlineData(96)]
    [InlineData(112)]
    [InlineData(136)]
    [InlineData(256)]
    public void Attributes_of_every_size_are_read(int bytes)
    {
        PerfDataBytes content = new PerfDataBytes().Event([1], bytes: bytes, clock: 1, flags: (1 << 18) | (1 << 25), branches: 3).Sample(1, 10);

        foreach (byte[] recording in (byte[][])[content.File(), content.Pipe()])
        {
            PerfDataReader reader = RecordLines.Read(recording).Reader;

            Assert.Equal((PerfDataEnd.Complete, 1L), (reader.Totals.End, reader.Totals.Samples));
            Assert.Equal(bytes >= 80 ? 3UL : 0, reader.Events[0].Attributes.BranchFields);
            Assert.Equal(bytes >= 96 ? 1 : 0, reader.Events[0].Attributes.ClockId);
        }
    }

    [Fact]
    public void Records_of_all_kinds_are_read()
    {
        PerfDataBytes content = new PerfDataBytes().Event([1, 2])
            .Kernel(PerfRecordType.Mmap, 1, w => Mapping(w, w => PerfDataBytes.Name(w, "/a")))
            .Kernel(PerfRecordType.Mmap2, 2, w => Mapping(w, w => { w.Write(8); w.Write(1); w.Write(77L); w.Write(3L); w.Write(5); w.Write(2); PerfDataBytes.Name(w, "/usr/lib/b.so"); }))
            .Kernel(
                PerfRecordType.Mmap2,
                3,
                w => Mapping(w, w => { w.Write((byte)4); w.Write(new byte[3]); w.Write([1, 2, 3, 0xff, .. new byte[16]]); w.Write(1); w.Write(1); PerfDataBytes.Name(w, "c"); }),
                1 << 14)
            .Kernel(PerfRecordType.Comm, 4, w => { w.Write(4); w.Write(5); PerfDataBytes.Name(w, "shop"); }, 1 << 13)
            .Kernel(PerfRecordType.Fork, 5, w => Task(w, 5))
            .Kernel(PerfRecordType.Exit, 6, w => Task(w, 6))
            .Kernel(PerfRecordType.Lost, 7, w => { w.Write(1L); w.Write(100L); })
            .Kernel(PerfRecordType.LostSamples, 8, w => w.Write(20L))
            .Kernel(PerfRecordType.LostSamples, 9, w => w.Write(3L), 1 << 15)
            .Kernel(PerfRecordType.Switch, 10, _ => { }, 1 << 13)
            .Kernel(PerfRecordType.SwitchCpuWide, 11, w => { w.Write(8); w.Write(9); })
            .Kernel(PerfRecordType.SwitchCpuWide, 12, w => { w.Write(8); w.Write(9); }, (1 << 13) | (1 << 14))
            .Kernel(PerfRecordType.Namespaces, 13, w => { w.Write(4); w.Write(5); w.Write(2L); w.Write(3L); w.Write(0xffL); w.Write(4L); w.Write(0xeeL); })
            .Kernel(PerfRecordType.KernelSymbol, 14, w => { w.Write(0xffff_0000L); w.Write(64); w.Write((short)1); w.Write((short)1); PerfDataBytes.Name(w, "bpf_prog"); })
            .Kernel(PerfRecordType.Bpf, 15, w => { w.Write((short)2); w.Write((short)0); w.Write(42); w.Write(7L); })
            .Kernel(PerfRecordType.Cgroup, 16, w => { w.Write(99L); PerfDataBytes.Name(w, "/shop.slice"); })
            .Kernel(PerfRecordType.Throttle, 17, w => { w.Write(17L); w.Write(1L); w.Write(2L); })
            .Kernel(PerfRecordType.Unthrottle, 18, w => { w.Write(18L); w.Write(1L); w.Write(2L); })
            .Kernel(PerfRecordType.TextPoke, 19, w => { w.Write(0x10L); w.Write((short)1); w.Write((short)2); w.Write([1, 2, 3, 0]); })
            .Kernel(PerfRecordType.Aux, 20, w => { w.Write(1L); w.Write(2L); w.Write(4L); })
            .Kernel(PerfRecordType.InstructionTraceStart, 21, w => { w.Write(4); w.Write(5); })
            .Kernel(PerfRecordType.AuxOutputHardwareId, 22, w => w.Write(3L))
            .Kernel(PerfRecordType.DeferredCallchain, 23, w => { w.Write(6L); w.Write(2L); w.Write(CallchainMarker.User); w.Write(0x44L); })
            .Kernel(PerfRecordType.Read, 24, w => { w.Write(4); w.Write(5); w.Write(1L); });
        AllRecords seen = new();
        (List<string> lines, PerfDataReader reader) = RecordLines.Read(content.File());
        new PerfDataReader(new MemoryStream(content.File()), "test").Read(seen, CancellationToken.None);

        Assert.Equal(
            [
                "2 1 MMAP 4/5: [0x1000(0x2000) @ 0x30]: x /a",
                "2 2 MMAP2 4/5: [0x1000(0x2000) @ 0x30 08:01 77 3]: r-xp /usr/lib/b.so",
                "2 3 MMAP2 4/5: [0x1000(0x2000) @ 0x30 <010203ff>]: r--s c",
                "2 4 COMM exec: shop:4/5",
                "2 5 FORK(4:6):(4:5)",
                "2 6 EXIT(4:6):(4:5)",
                "2 7 LOST 100",
                "2 8 LOST_SAMPLES 20",
                "2 9 LOST_SAMPLES 3",
                "2 10 SWITCH OUT",
                "2 11 SWITCH_CPU_WIDE IN prev pid/tid: 8/9",
                "2 12 SWITCH_CPU_WIDE OUT preempt next pid/tid: 8/9",
                "2 13 NAMESPACES 4/5 2: 3/0xff 4/0xee",
                "2 14 KSYMBOL addr ffff0000 len 64 type 1 flags 0x1 name bpf_prog",
                "2 15 BPF_EVENT type 2, flags 0, id 42",
                "2 16 CGROUP cgroup: 99 /shop.slice",
            ],
            lines.Take(16));
        Assert.Equal(
            [
                "Throttle 17 1 2", "Unthrottle 18 1 2", "TextPoke 16 1 23", "Aux 1 2 4", "InstructionTraceStart 4 5", "AuxOutputHardwareId 3",
                "DeferredCallchain 6 fffffffffffffe00 44", "Read 4 5 1",
            ],
            seen.Lines);
        Assert.Equal((100UL, 20UL, 3UL), (reader.Totals.LostRecords, reader.Totals.LostSamples, reader.Totals.FilteredSamples));
        Assert.Equal((PerfDataEnd.Complete, 0L, 0L, false), (reader.Totals.End, reader.Totals.DamagedRecords, reader.Totals.UnknownRecords, reader.Totals.IsWhole));
    }

    [Fact]
    public void Records_of_perf_itself_are_used_or_counted()
    {
        PerfDataBytes content = new PerfDataBytes().Event([1], type: 2, config: 77)
            .Record(PerfRecordType.IdIndex, w => { w.Write(1L); w.Write(new byte[32]); })
            .Record(PerfRecordType.ThreadMap, w => { w.Write(2L); w.Write(-1L); w.Write(new byte[16]); w.Write(5L); w.Write([.. "shop"u8, .. new byte[12]]); })
            .Record(PerfRecordType.CpuMap, w => w.Write(0L))
            .Record(PerfRecordType.EventUpdate, w => { w.Write(2L); w.Write(1L); PerfDataBytes.Name(w, "my:event"); })
            .Record(PerfRecordType.TimeConversion, w => w.Write(new byte[48]))
            .Record(PerfRecordType.HeaderEventType, w => w.Write(new byte[72]))
            .Record(PerfRecordType.FinishedInit, [])
            .Record(PerfRecordType.StatConfig, w => w.Write(0L))
            .Record(PerfRecordType.Stat, w => w.Write(new byte[40]))
            .Record(PerfRecordType.StatRound, w => w.Write(new byte[16]))
            .Record(PerfRecordType.AuxTraceInfo, w => w.Write(1L))
            .Record(PerfRecordType.AuxTrace, w => { w.Write(3_000_000L); w.Write(new byte[32]); }).Raw(new byte[3_000_000])
            .Record(PerfRecordType.AuxTraceError, w => w.Write(new byte[100]))
            .Record(PerfRecordType.BpfMetadata, w => w.Write(1L))
            .Record((PerfRecordType)90, w => w.Write(1L))
            .Record((PerfRecordType)40, w => w.Write(1L))
            .Sample(1, 10).Round();

        PerfDataReader reader = RecordLines.Read(content.File()).Reader;
        PerfDataTotals totals = reader.Totals;

        Assert.Equal((PerfDataEnd.Complete, 1L, 0L, 2L), (totals.End, totals.Samples, totals.DamagedRecords, totals.UnknownRecords));
        Assert.Equal((3_000_000L, 3L), (totals.SkippedAuxBytes, totals.SkippedStatistics));
        Assert.Equal("my:event", reader.Events[0].Name);
        Assert.Equal(new KeyValuePair<long, string>(5, "shop"), Assert.Single(reader.AskedThreads));
    }

    [Fact]
    public void Samples_go_to_the_event_of_their_id()
    {
        PerfDataBytes content = new PerfDataBytes().Event([7, 8], config: 0).Event([9, 1 << 20], config: 2)
            .Sample(8, 1).Sample(9, 2).Sample(1 << 20, 3).Sample(0, 4).Sample(55, 5);

        foreach (byte[] recording in (byte[][])[content.File(), content.Pipe()])
        {
            (List<string> lines, PerfDataReader reader) = RecordLines.Read(recording);

            Assert.Equal(["cpu-clock:", "page-faults:", "page-faults:", "cpu-clock:"], lines.Select(line => line.Split("| ")[1]));
            Assert.Equal((1L, false), (reader.Totals.UnknownSamples, reader.Totals.IsWhole));
        }
    }

    [Fact]
    public void Events_without_the_field_that_is_the_same_for_all_have_their_id_further_on()
    {
        const PerfSampleFields fields = PerfSampleFields.Tid | PerfSampleFields.Time | PerfSampleFields.Id;
        PerfDataBytes content = new PerfDataBytes().Event([7], fields).Event([9], fields, config: 2)
            .Record(PerfRecordType.Sample, w => { w.Write(4); w.Write(5); w.Write(30L); w.Write(9L); })
            .Record(PerfRecordType.Comm, w => { w.Write(4); w.Write(5); PerfDataBytes.Name(w, "a"); w.Write(4); w.Write(5); w.Write(20L); w.Write(9L); });

        Assert.Equal(["20 COMM: a:4/5", "30 SAMPLE Unknown 4/5: 0 period: 1 addr: 0 | page-faults:"], RecordLines.Read(content.File()).Lines);
    }

    [Fact]
    public void Compressed_records_may_begin_in_one_and_end_in_another()
    {
        PerfDataBytes inner = new();
        for (ulong i = 1; i <= 50_000; i++)
            inner.Sample(1, i, tid: (int)i);
        byte[] compressed = ZstdBytes.Compress(inner.Records());
        foreach (PerfRecordType type in (PerfRecordType[])[PerfRecordType.Compressed, PerfRecordType.Compressed2])
        {
            PerfDataBytes content = new PerfDataBytes().Event([1]);
            foreach (byte[] piece in compressed.Chunk(1001))
            {
                byte[] body = type == PerfRecordType.Compressed ? piece : [.. BitConverter.GetBytes((long)piece.Length), .. piece, .. new byte[-piece.Length & 7]];
                content.Record(type, body);
            }

            (List<string> lines, PerfDataReader reader) = RecordLines.Read(content.File());

            Assert.Equal((PerfDataEnd.Complete, 50_000L, (long)inner.Records().Length), (reader.Totals.End, reader.Totals.Samples, reader.Totals.DecompressedBytes));
            Assert.StartsWith("2 50000 SAMPLE Unknown 4/50000:", lines[^1], StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_machine_without_libzstd_says_so_in_one_sentence()
    {
        byte[] content = new PerfDataBytes().Event([1]).Record(PerfRecordType.Compressed, [1, 2, 3]).File();

        FathomException failure = Assert.Throws<FathomException>(() => RecordLines.Read(content, new PerfDataOptions { ZstdNames = ["libnosuchzstd.so.1"] }));

        Assert.Equal("'test.data' is compressed, and this machine has no libzstd.", failure.Message);
        Assert.Equal("install the system's zstd library (libzstd1 on Debian), or record without -z", failure.NextStep);
    }

    [Theory]
    [InlineData("", "is not a perf.data file: it is empty")]
    [InlineData("PERFILE2", "is not a perf.data file: it has only 8 bytes")]
    [InlineData("PERFFILE\0\0\0\0\0\0\0\0", "has version 1 of the perf.data format")]
    [InlineData("2ELIFREP\0\0\0\0\0\0\0\0", "was recorded on a machine of the other byte order")]
    [InlineData("Nettrace\0\0\0\0\0\0\0\0", "does not begin with 'PERFILE2'")]
    [InlineData("PERFILE2\u0011\0\0\0\0\0\0\0", "its head claims 17 bytes")]
    [InlineData("PERFILE2h\0\0\0\0\0\0\0", "it ends within its head")]
    public void What_is_no_recording_is_refused_in_one_sentence(string start, string expected)
    {
        FathomException failure = Assert.Throws<FathomException>(() => RecordLines.Read(System.Text.Encoding.Latin1.GetBytes(start)));

        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
        Assert.EndsWith(".", failure.Message, StringComparison.Ordinal);
        Assert.NotNull(failure.NextStep);
    }

    [Fact]
    public void A_recording_without_events_is_refused() => Assert.Contains(
        "it has no events", Assert.Throws<FathomException>(() => RecordLines.Read(new PerfDataBytes().File())).Message, StringComparison.Ordinal);

    [Fact]
    public void A_pipe_without_events_hands_nothing_over_and_counts_it()
    {
        PerfDataReader reader = RecordLines.Read(new PerfDataBytes().Sample(1, 1).Sample(1, 2).Pipe()).Reader;

        Assert.Equal((PerfDataEnd.Complete, 0L, 2L), (reader.Totals.End, reader.Totals.Samples, reader.Totals.DamagedRecords));
    }

    [Fact]
    public void A_folder_of_perf_is_opened_or_refused()
    {
        using TestSupport.TestFolder folder = new();
        Assert.Contains("folder without a recording", Assert.Throws<FathomException>(() => PerfDataReader.Open(folder.Path)).Message, StringComparison.Ordinal);
        File.WriteAllBytes(folder.File("data"), new PerfDataBytes().Event([1]).Sample(1, 1).File());
        using (PerfDataReader reader = PerfDataReader.Open(folder.Path))
            Assert.Equal(1, reader.Read(new RecordLines(), CancellationToken.None).Samples);
        File.WriteAllBytes(folder.File("data.0"), []);
        Assert.Contains("several perf threads", Assert.Throws<FathomException>(() => PerfDataReader.Open(folder.Path)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_sample_costs_no_allocation()
    {
        PerfDataBytes content = new PerfDataBytes().Event([1]).Event([2]);
        for (ulong i = 1; i <= 100_000; i++)
        {
            content.Sample(1 + (i & 1), (i * 7919) % 4096 + (i / 4096 * 4096) + 1);
            if (i % 1000 == 0)
                content.Round();
        }

        byte[] file = content.File();
        new PerfDataReader(new MemoryStream(file), "warm").Read(new NoSink(), CancellationToken.None);
        long before = GC.GetAllocatedBytesForCurrentThread();
        PerfDataTotals totals = new PerfDataReader(new MemoryStream(file), "test").Read(new NoSink(), CancellationToken.None);

        Assert.Equal(100_000, totals.Samples);
        // The tables of a reader, and the window of two rounds.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_500_000);
    }

    private static void Mapping(BinaryWriter writer, Action<BinaryWriter> rest)
    {
        writer.Write(4);
        writer.Write(5);
        writer.Write(0x1000L);
        writer.Write(0x2000L);
        writer.Write(0x30L);
        rest(writer);
    }

    private static void Task(BinaryWriter writer, long timeNs)
    {
        writer.Write(4);
        writer.Write(4);
        writer.Write(6);
        writer.Write(5);
        writer.Write(timeNs);
    }
}
