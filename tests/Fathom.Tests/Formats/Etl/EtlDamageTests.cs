using System.Buffers.Binary;
using System.Diagnostics;
using System.Text;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Model;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Compressed bytes, and Windows traces that are none, or lie.</summary>
public sealed class EtlDamageTests
{
    // The two examples of the published description (MS-XCA 3.1).
    [Theory]
    [InlineData("3f000000" + "6162636465666768696a6b6c6d6e6f707172737475767778797a", "abcdefghijklmnopqrstuvwxyz", 1)]
    [InlineData("ffffff1f" + "61626317000fff2601", "abc", 100)]
    public void Published_examples_inflate_to_what_they_were_made_of(string packed, string text, int times)
    {
        byte[] expected = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat(text, times)));
        byte[] found = new byte[expected.Length];

        Assert.Equal(expected.Length, Xpress.Inflate(Convert.FromHexString(packed), found));
        Assert.Equal(expected, found);
    }

    [Fact]
    public void Random_bytes_never_write_beyond_the_buffer()
    {
        Random random = new(3);
        byte[] packed = new byte[300], to = new byte[5000];
        for (int i = 0; i < 20_000; i++)
        {
            random.NextBytes(packed);
            if (i % 2 == 0)
                packed.AsSpan(0, 4).Fill(0xFF);
            Assert.InRange(Xpress.Inflate(packed.AsSpan(0, random.Next(packed.Length)), to.AsSpan(0, random.Next(to.Length))), 0,
                to.Length);
        }
    }

    [Fact]
    public void What_is_no_trace_is_refused_with_a_sentence()
    {
        byte[] whole = new EtlBytes(1, 10_000_000, 1_000).Build();
        byte[] clock = (byte[])whole.Clone(), packed = (byte[])whole.Clone(), second = (byte[])whole.Clone();
        clock.AsSpan(0x48 + 0x20 + 0xF8 + 8, 8).Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(packed.AsSpan(0x48 + 0x20 + 0x20), 0x0400_0001);
        packed[0x2C] = 4;
        second[0x48 + 6] = 5;

        Assert.Contains("only a few bytes", Refusal(new byte[20]), StringComparison.Ordinal);
        Assert.Contains("its first buffer makes no sense", Refusal(new byte[5000]), StringComparison.Ordinal);
        Assert.Contains("its first record is not the header of a session", Refusal(second), StringComparison.Ordinal);
        Assert.Contains("has a clock that this Fathom does not know", Refusal(clock), StringComparison.Ordinal);
        Assert.Contains("compressed in a way that this Fathom does not know (format 4)", Refusal(packed), StringComparison.Ordinal);
    }

    [Fact]
    public void A_trace_without_events_has_none()
    {
        EtlTrace trace = EtlFiles.Open(new EtlBytes(1, 10_000_000, 1_000).Build());
        EventList found = new(trace);
        trace.Read(found, CancellationToken.None);

        Assert.Equal("Windows Kernel/EventTrace", Assert.Single(found.Events).Name);
        Assert.Equal((0L, 0L, 0L), (trace.Totals.DamagedBuffers, trace.Totals.BytesBehind, trace.Totals.UnknownRecords));
    }

    [Fact]
    public void Buffers_that_claim_to_inflate_without_bound_are_counted_and_cost_nothing()
    {
        byte[] first = new EtlBytes(1, 10_000_000, 1_000).Build();
        // Flags of matches only, and one match whose length is a number of 32 bits.
        byte[] bomb = new byte[0x48 + 32];
        BinaryPrimitives.WriteInt32LittleEndian(bomb, bomb.Length);
        BinaryPrimitives.WriteInt32LittleEndian(bomb.AsSpan(0x30), EtlBuffer.MostBytes);
        bomb[0x34] = 0x40;
        Convert.FromHexString("ffffff7f" + "61" + "07000fff0000ffffff7f").CopyTo(bomb.AsSpan(0x48));
        byte[] content = [.. first, .. Enumerable.Repeat(bomb, 50_000).SelectMany(static one => one)];
        long before = GC.GetAllocatedBytesForCurrentThread();
        long start = Stopwatch.GetTimestamp();

        EtlTrace trace = EtlFiles.Open(content);
        trace.Read(new EventList(trace), CancellationToken.None);

        Assert.Equal(50_000, trace.Totals.DamagedBuffers);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 8 << 20);
        Assert.InRange(Stopwatch.GetElapsedTime(start), TimeSpan.Zero, TimeSpan.FromSeconds(30));
    }

    [Fact]
    public void Many_processors_with_large_buffers_have_a_bound()
    {
        const int processors = 700, size = 20_000, used = 4 << 20;
        const long most = 512L << 20;
        List<byte> content = [.. new EtlBytes(1, 10_000_000, 1_000).Build()];
        for (int processor = 0; processor < processors; processor++)
        {
            byte[] one = new byte[size];
            EtlPieces.Buffer(size, used, processor, processor, 0, 0x41, 0).CopyTo(one, 0);
            // Bytes as they are: a record, the filling behind it, and zeros up to the end, which is long before that of which it tells.
            byte[] record = EtlPieces.PerfInfo(2_000 + processor, 0x0F22, 2, "abcdefg\0"u8.ToArray());
            record.CopyTo(one, 0x4C);
            one.AsSpan(0x4C + record.Length, 8).Fill(0xFF);
            content.AddRange(one);
        }

        byte[] file = [.. content];
        long before = GC.GetAllocatedBytesForCurrentThread();
        EtlTrace trace = EtlFiles.Open(file);
        EventList found = new(trace);
        trace.Read(found, CancellationToken.None);
        long took = GC.GetAllocatedBytesForCurrentThread() - before;

        // All buffers together would be 2.8 GB. Each that is open has its event, and all others are told.
        Assert.InRange(took, 0, most + (16 << 20));
        int open = found.Events.Count - 1;
        Assert.Equal(processors, open + trace.Totals.BuffersWithoutRoom);
        Assert.InRange(open, most / (used + size), (most / used) + 2);
        Assert.Equal((processors, processors), (trace.Totals.DamagedBuffers, trace.Totals.Compressed));
    }

    [Fact]
    public void Records_of_processors_are_merged_by_time_whatever_the_order_of_their_buffers()
    {
        EtlBytes bytes = new(64, 10_000_000, 1_000);
        Random random = new(8);
        for (int processor = 0; processor < 64; processor++)
        {
            long ticks = 2_000;
            for (int i = 0; i < 3_000; i++)
                bytes.PerfInfo(processor, ticks += random.Next(1, 1_000), 0x0F22, 2, Encoding.ASCII.GetBytes($"{processor}/{i}\0"));
        }

        EtlTrace trace = EtlFiles.Open(bytes.Build());
        EventList found = new(trace);
        trace.Read(found, CancellationToken.None);

        Assert.Equal((192_001, 0L), (found.Events.Count, trace.Totals.OutOfOrder));
        Assert.True(trace.Totals.Buffers > 128, $"{trace.Totals.Buffers} buffers");
        Assert.Equal(found.Events.Select(static one => one.Micro), found.Events.Select(static one => one.Micro).Order());
    }

    private static string Refusal(byte[] content) => Assert.Throws<FathomException>(() => EtlFiles.Open(content)).Message;
}
