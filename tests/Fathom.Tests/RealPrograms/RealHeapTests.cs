using System.Diagnostics;
using Fathom.Model.Heap;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Looks;
using Fathom.TestSupport.RealPrograms;
using Fathom.Tests.Sources.Heap;
using Fathom.Tests.Sources.Heap.Graph.Oracle;
using Xunit;
using Programs = Fathom.TestSupport.RealPrograms.RealPrograms;

namespace Fathom.Tests.RealPrograms;

/// <summary>References, what is alive and what is retained, of programs that nobody wrote for it, beside ClrMD's.</summary>
[Trait("Category", "Long")]
public sealed class RealHeapTests
{
    private const int Retained = 200;

    public static TheoryData<string> Names => Programs.Names;

    [Theory]
    [MemberData(nameof(Names))]
    public void Types_references_live_and_retained_bytes_are_those_of_ClrMD(string name)
    {
        CancellationToken stop = TestContext.Current.CancellationToken;
        using RealProgram program = Programs.Start(name);
        (TimeSpan said, TimeSpan taken) = Pause(program.Pid, stop);
        using CoreFileOf core = new(program.Pid);

        CoreGraphs graphs = CoreGraphs.Read(core.File, stop);
        GraphComparison comparison = new(graphs.Graph, graphs.Oracle, stop);
        int equal = graphs.CompareRetained(Retained, comparison.Wrong, stop);

        Print("| program | .NET | objects | types equal | references equal | live or dead equal (live) | retained equal | pause said | taken |");
        Print($"| {name} | {Environment.Version} | {comparison.Objects:#,##0} | {comparison.EqualTypes:#,##0} of "
            + $"{comparison.Types:#,##0} | {comparison.EqualReferences:#,##0} of {graphs.Oracle.ReferenceCount:#,##0} "
            + $"| {comparison.EqualLive:#,##0} of {comparison.Objects:#,##0} ({comparison.LiveObjects:#,##0}) | "
                + $"{equal} of {Retained} | {said.TotalMilliseconds:0} ms | {taken.TotalMilliseconds:0} ms |");
        Print($"| losses: {graphs.Loss}; dead ends of ClrMD: {graphs.Oracle.DeadEnds} |");
        Assert.Empty(comparison.Wrong);
        Assert.Equal((0, 0), (graphs.Loss.UnknownLayouts, graphs.Loss.UnreadableBytes));
        Assert.Equal((comparison.Types, graphs.Oracle.ReferenceCount, comparison.Objects, Retained), (comparison.EqualTypes, comparison.EqualReferences, comparison.EqualLive, equal));
    }

    private static (TimeSpan Said, TimeSpan Taken) Pause(int pid, CancellationToken stop)
    {
        TimeSpan said = default;
        CollectingSink sink = new();
        HeapExtractorOptions options = new()
        {
            Graph = [new LiveAnalysis()],
            RecordingStart = Stopwatch.GetTimestamp(),
            MaxPause = TimeSpan.FromMinutes(2),
            PauseExpected = expected => said = expected,
        };
        new LiveHeapExtractor(pid, options).Run(sink, new SilentProgress(), stop);
        return (said, TimeSpan.FromTicks(sink.Rows<HeapSnapshotRow>()[0].PauseNs!.Value / TimeSpan.NanosecondsPerTick));
    }

    private static void Print(string line) => TestContext.Current.TestOutputHelper?.WriteLine(line);
}
