using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Buffers that several threads look through beside the same one after the other.</summary>
public sealed class EtlSurveyTests
{
    public static TheoryData<string> Files => [.. EtlFiles.All];

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void What_is_found_and_its_order_do_not_depend_on_threads(string file)
    {
        byte[] content = EtlFiles.Read(file);
        EtlFindings expected = default;
        List<(long, int, int)> records = [], found = [];
        FileOf(content).Survey(
            (in EtlRecord record, long ticks, int processor) =>
            {
                if (EtlSurvey.Sees(record, ticks, ref expected))
                    records.Add((ticks, processor, Hash(record.Payload)));
            },
            CancellationToken.None);

        EtlFile trace = FileOf(content);
        EtlFindings findings = trace.Survey(
            (in EtlRecord record, long ticks, int processor) => found.Add((ticks, processor, Hash(record.Payload))),
            CancellationToken.None, EtlSurvey.Sees);

        Assert.Equal(records, found);
        Assert.Equal((expected.Records, expected.Signs, expected.MostLate), (findings.Records, findings.Signs, findings.MostLate));
        Assert.True(findings.Records > found.Count || found.Count == expected.Records);
    }

    [Fact]
    public void Large_buffers_between_small_ones_keep_their_place()
    {
        byte[] content = Written();
        byte[] wide = new byte[content.Length * 40];
        // Each buffer says that it is followed by room that nobody filled.
        int at = 0, to = 0, number = 0;
        while (at < content.Length)
        {
            int size = BitConverter.ToInt32(content, at), room = number++ % 5 == 4 ? 2 << 20 : size;
            content.AsSpan(at, size).CopyTo(wide.AsSpan(to));
            BitConverter.TryWriteBytes(wide.AsSpan(to), room);
            at += size;
            to += room;
        }

        Assert.Equal(TicksOf(FileOf(content)), TicksOf(FileOf(wide[..to])));
    }

    [Fact]
    public void A_disk_that_fails_ends_it_and_leaves_no_thread_that_reads()
    {
        byte[] content = Written();
        int reading = 0, calls = 0;
        EtlFile trace = new(new EtlPart(
            (offset, buffer) =>
            {
                Interlocked.Increment(ref reading);
                try
                {
                    return Interlocked.Increment(ref calls) == 20 ? throw new IOException("the disk fails") : Copy(content, offset, buffer);
                }
                finally
                {
                    Interlocked.Decrement(ref reading);
                }
            },
            content.Length, "test"));

        Assert.Equal("the disk fails", Assert.Throws<IOException>(() => _ = TicksOf(trace)).Message);
        int after = calls;
        Assert.Equal(0, reading);
        Assert.Equal(after, calls);
    }

    [Fact]
    public void Who_stops_it_gets_it_back_at_once()
    {
        EtlFile trace = FileOf(Written());
        using CancellationTokenSource stop = new();
        int seen = 0;
        Assert.Throws<OperationCanceledException>(() => trace.Survey(
            (in EtlRecord _, long _, int _) =>
            {
                seen++;
                stop.Cancel();
            },
            stop.Token));
        Assert.InRange(seen, 1, Records - 1);
    }

    private const int Records = 20_000;

    private static List<(long, int)> TicksOf(EtlFile trace)
    {
        List<(long, int)> survey = [], read = [];
        trace.Survey((in EtlRecord _, long ticks, int processor) => survey.Add((ticks, processor)), CancellationToken.None);
        trace.Read((in EtlRecord _, long ticks, int processor) => read.Add((ticks, processor)), CancellationToken.None);
        Assert.Equal(survey.Order(), read.Order());
        Assert.Equal(read.Order(), read);
        return survey;
    }

    private static byte[] Written()
    {
        EtlBytes file = new(3, 10_000_000, 1_000_000);
        for (int i = 0; i < Records; i++)
            file.PerfInfo(i % 3, 1_000_100 + i, KernelHook.Sample, 2, new byte[16 + (i % 300)]);
        return file.Build();
    }

    private static int Hash(ReadOnlySpan<byte> bytes)
    {
        HashCode hash = default;
        hash.AddBytes(bytes);
        return hash.ToHashCode();
    }

    private static EtlFile FileOf(byte[] content) =>
        new(new EtlPart((offset, buffer) => Copy(content, offset, buffer), content.Length, "test"));

    private static int Copy(byte[] content, ulong offset, Span<byte> to)
    {
        ReadOnlySpan<byte> there = content.AsSpan((int)Math.Min((ulong)content.Length, offset));
        int count = Math.Min(to.Length, there.Length);
        there[..count].CopyTo(to);
        return count;
    }
}
