using System.Buffers.Binary;
using System.Diagnostics;
using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Model;
using Xunit;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Recordings that were cut, and recordings with bits and numbers changed: one sentence, or what can be read with its loss.</summary>
public sealed class PerfDataDamageTests
{
    // The text of its tracepoints, several times over, and the tables of a reader.
    private const long MostBytes = 4_000_000;

    private static readonly long[] s_lies = [-1, long.MaxValue, long.MinValue, int.MaxValue, 0x7FFF_FFF8, 1 << 20, 0xFFFF, 0];

    public static TheoryData<string> Names => [.. PerfFiles.Own];

    [Theory]
    [MemberData(nameof(Names))]
    public void A_recording_that_is_cut_anywhere_gives_what_came_before(string name)
    {
        PerfFiles.NeedsZstd(name);
        byte[] content = PerfFiles.Read(name);
        (List<string> whole, PerfDataReader reader) = RecordLines.Read(content);
        Random random = new(1);
        for (int i = 0; i < 200; i++)
        {
            int length = i < 120 ? i : random.Next(content.Length);
            if (Survive(content[..length]) is not { } cut)
                continue;
            // A pipe has no end of its own; a file knows that something is missing.
            Assert.True(reader.Header.IsPipe || cut.Totals.End is PerfDataEnd.CutOff or PerfDataEnd.Unfinished, $"cut at {length}: {cut.Totals.End}");
            Assert.InRange(cut.Totals.Samples, 0, reader.Totals.Samples);
        }

        Assert.NotEmpty(whole);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Flipped_bits_are_survived(string name)
    {
        PerfFiles.NeedsZstd(name);
        byte[] content = PerfFiles.Read(name);
        Random random = new(2);
        for (int i = 0; i < 2000; i++)
        {
            byte[] damaged = [.. content];
            for (int flips = random.Next(1, 4); flips > 0; flips--)
                damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            Survive(damaged);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void No_number_makes_a_reader_take_memory_that_the_recording_does_not_fill(string name)
    {
        PerfFiles.NeedsZstd(name);
        byte[] content = PerfFiles.Read(name);
        for (int place = 8; place + 8 <= content.Length; place += place < 1000 ? 1 : 13)
        {
            byte[] damaged = [.. content];
            long lie = s_lies[place % s_lies.Length];
            if (place % 3 == 0)
                BinaryPrimitives.WriteInt32LittleEndian(damaged.AsSpan(place), (int)lie);
            else if (place % 3 == 1)
                BinaryPrimitives.WriteInt16LittleEndian(damaged.AsSpan(place), (short)lie);
            else
                BinaryPrimitives.WriteInt64LittleEndian(damaged.AsSpan(place), lie);
            Survive(damaged);
        }
    }

    [Fact]
    public void Bytes_that_are_lost_added_or_repeated_are_survived()
    {
        Random random = new(3);
        byte[] content = PerfFiles.Read("switches");
        for (int i = 0; i < 500; i++)
        {
            int from = random.Next(content.Length), to = random.Next(from, Math.Min(content.Length, from + 300));
            Survive(random.Next(3) switch
            {
                0 => [.. content[..from], .. content[to..]],
                1 => [.. content[..to], .. content[from..]],
                _ => [.. content[..from], .. new byte[to - from], .. content[to..]],
            });
        }
    }

    [Fact]
    public void Records_that_claim_more_than_they_have_are_passed_over_and_counted()
    {
        PerfDataBytes content = new PerfDataBytes().Event([1], PerfDataBytes.Usual | PerfSampleFields.Callchain)
            .Record(PerfRecordType.Sample, w => Chain(w, 2, 2))
            .Record(PerfRecordType.Sample, w => Chain(w, long.MaxValue, 2))
            .Record(PerfRecordType.Sample, w => Chain(w, -1, 2))
            .Record(PerfRecordType.Sample, w => Chain(w, 3, 2))
            .Record(PerfRecordType.Sample, [1, 2, 3])
            .Kernel(PerfRecordType.Mmap2, 1, w => w.Write(1L))
            .Kernel(PerfRecordType.Namespaces, 1, w => { w.Write(0L); w.Write(long.MaxValue); })
            .Kernel(PerfRecordType.TextPoke, 1, w => { w.Write(0L); w.Write((short)-1); w.Write((short)-1); w.Write(0); })
            .Record(PerfRecordType.Comm, [1, 2, 3])
            .Record(PerfRecordType.Sample, w => Chain(w, 1, 1));

        (List<string> lines, PerfDataReader reader) = RecordLines.Read(content.File());

        Assert.Equal((PerfDataEnd.Complete, 2L, 8L, false), (reader.Totals.End, reader.Totals.Samples, reader.Totals.DamagedRecords, reader.Totals.IsWhole));
        Assert.Equal(2, lines.Count);
    }

    [Theory]
    [InlineData(9, 7)]
    [InlineData(0, 16)]
    [InlineData(100_000, 16)]
    public void A_record_that_cannot_be_one_ends_the_reading_with_a_sentence(int type, int size)
    {
        byte[] bad = PerfDataBytes.Bytes(w => { w.Write(type); w.Write((short)0); w.Write((short)size); w.Write(new byte[200]); });
        PerfDataReader reader = RecordLines.Read(new PerfDataBytes().Event([1]).Sample(1, 1).Raw(bad).File()).Reader;

        Assert.Equal((PerfDataEnd.Damaged, 1L, (long)bad.Length), (reader.Totals.End, reader.Totals.Samples, reader.Totals.UnreadBytes));
        Assert.Equal($"'test.data' is damaged: a record claims kind {type} and {size} bytes (near byte {reader.Totals.Bytes + 264}). What follows is lost.", reader.Totals.EndReason);
    }

    [Fact]
    public void Compressed_nonsense_ends_the_reading_with_a_sentence()
    {
        PerfFiles.NeedsZstd("compressed");
        byte[] inner = PerfDataBytes.Of(PerfRecordType.Compressed, [1, 2, 3], 0);
        (PerfDataBytes Content, string Expected)[] cases =
        [
            (new PerfDataBytes().Record(PerfRecordType.Compressed, [1, 2, 3, 4, 5, 6, 7, 8]), "libzstd cannot read a compressed record"),
            (new PerfDataBytes().Record(PerfRecordType.Compressed2, [255, 0, 0, 0, 0, 0, 0, 0, 1]), "claims more"),
            (new PerfDataBytes().Record(PerfRecordType.Compressed, ZstdBytes.Compress(inner)), "a compressed record holds one of kind 81"),
            (new PerfDataBytes().Record(PerfRecordType.Compressed, ZstdBytes.Compress(inner[..5])), "the compressed records end within a record"),
        ];
        foreach ((PerfDataBytes content, string expected) in cases)
        {
            PerfDataReader reader = Survive(content.Event([1]).File())!;
            Assert.Equal(PerfDataEnd.Damaged, reader.Totals.End);
            Assert.Contains(expected, reader.Totals.EndReason, StringComparison.Ordinal);
        }
    }

    // A gigabyte of zeros fits into 32 KB, and is no record.
    [Fact]
    public void A_bomb_is_not_unpacked()
    {
        PerfFiles.NeedsZstd("compressed");
        byte[] bomb = ZstdBytes.Compress(new byte[100_000_000]);
        PerfDataBytes content = new PerfDataBytes().Event([1]);
        foreach (byte[] piece in bomb.Chunk(60_000))
            content.Record(PerfRecordType.Compressed, piece);

        PerfDataReader reader = Survive(content.File())!;

        Assert.Equal(PerfDataEnd.Damaged, reader.Totals.End);
        Assert.InRange(reader.Totals.DecompressedBytes, 1, 2 << 20);
    }

    private static void Chain(BinaryWriter writer, long claimed, int there)
    {
        writer.Write(1L);
        writer.Write(0x10L);
        writer.Write(4);
        writer.Write(5);
        writer.Write(1L);
        writer.Write(2L);
        writer.Write(claimed);
        for (int i = 0; i < there; i++)
            writer.Write(0x20L);
    }

    // Null where the recording is refused.
    private static PerfDataReader? Survive(byte[] content)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        Stopwatch watch = Stopwatch.StartNew();
        PerfDataReader? reader = null;
        try
        {
            reader = new PerfDataReader(new MemoryStream(content, writable: false), "test.data");
            reader.Read(new NoSink(), CancellationToken.None);
        }
        catch (FathomException refused)
        {
            Assert.Null(reader);
            Sentence(refused.Message);
            Assert.NotNull(refused.NextStep);
        }

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, MostBytes);
        // An endless loop would take for ever; a busy machine takes its time.
        Assert.True(watch.Elapsed < TimeSpan.FromMinutes(1));
        if (reader is null)
            return null;
        Assert.NotEqual(PerfDataEnd.None, reader.Totals.End);
        if (reader.Totals.End != PerfDataEnd.Complete)
            Sentence(reader.Totals.EndReason!);
        return reader;
    }

    private static void Sentence(string text)
    {
        Assert.EndsWith(".", text, StringComparison.Ordinal);
        Assert.DoesNotContain("\n", text, StringComparison.Ordinal);
    }
}
