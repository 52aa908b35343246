using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>Every public recording, cut and damaged, in the order of time and with every field. Large ones with more damage are read by the tests of the whole extraction.</summary>
public sealed class NetTraceCorruptionTests
{
    private const int Cuts = 200;
    private const int Flips = 2_000;

    public static TheoryData<string> Small =>
        ["eventpipe-dotnetcore2.1-linux-x64-tracelogging.netperf", "eventpipe-dotnetcore6.0-win-x64-executioncheckpoints.nettrace"];

    public static TheoryData<string> Large => [.. NetTraceFiles.Names.Concat(NetTraceFiles.OldNames).Except(Small.Select(row => row.Data))];

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Small))]
    public void Small_recordings_survive_cuts_and_flipped_bits(string file) => Damage(NetTraceFiles.Read(file), Cuts, Flips);

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Large))]
    public void Large_recordings_survive_some_cuts_and_flipped_bits(string file) => Damage(NetTraceFiles.Read(file), 3, 3);

    private static void Damage(byte[] content, int cuts, int flips)
    {
        Random random = new(5);
        bool isParsed = content.Length < 100_000;
        long whole = DamagedTrace.Survive(content, isParsed: isParsed);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Stopwatch watch = Stopwatch.StartNew();
        for (int i = 0; i < cuts; i++)
            Assert.InRange(DamagedTrace.Survive(content, content.Length * i / cuts, isParsed: isParsed), 0, whole);
        for (int i = 0; i < flips; i++)
        {
            int bit = random.Next(content.Length * 8 / 8) * 8 + random.Next(8);
            content[bit / 8] ^= (byte)(1 << (bit % 8));
            DamagedTrace.Survive(content, isParsed: isParsed);
            content[bit / 8] ^= (byte)(1 << (bit % 8));
        }

        if (!isParsed)
            Assert.InRange((GC.GetAllocatedBytesForCurrentThread() - before) / (cuts + flips), 0, 60_000_000);
        TestContext.Current.TestOutputHelper?.WriteLine($"{watch.Elapsed.TotalSeconds:F1} s for {cuts + flips} readings of {whole} events");
    }
}
