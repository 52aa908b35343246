using System.Diagnostics;
using Fathom.TestSupport;
using Microsoft.Diagnostics.NETCore.Client;
using Xunit;

namespace Fathom.Tests.Formats.NetTrace;

public sealed class NetTraceOracleTests
{
    public static TheoryData<string> Files => [.. NetTraceFiles.Names, .. NetTraceFiles.OldNames];

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Every_event_of_every_file_is_what_TraceEvent_reads(string file) => Compare(NetTraceFiles.Read(file));

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Every_event_of_a_live_session_is_what_TraceEvent_reads()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        EventPipeProvider[] providers =
        [
            new("Microsoft-Windows-DotNETRuntime", System.Diagnostics.Tracing.EventLevel.Verbose, 0x1 | 0x8 | 0x10 | 0x4000 | 0x8000 | 0x10000 | 0x800_0000_0000),
            new("System.Runtime", System.Diagnostics.Tracing.EventLevel.Informational, -1, new Dictionary<string, string> { ["EventCounterIntervalSec"] = "1" }),
            new("System.Diagnostics.Eventing.FrameworkEventSource", System.Diagnostics.Tracing.EventLevel.Verbose, -1),
        ];
        using EventPipeSession session = new DiagnosticsClient(sample.Pid).StartEventPipeSession(providers, requestRundown: true, 64);
        using MemoryStream content = new();
        Task copy = session.EventStream.CopyToAsync(content, TestContext.Current.CancellationToken);
        sample.Ask("throw 50");
        sample.Ask("collect 9");
        sample.Ask("work 500");
        sample.Ask("allocate 300000");
        await session.StopAsync(TestContext.Current.CancellationToken);
        await copy;

        OwnEvents own = Compare(content.ToArray());

        Assert.True(own.Totals.IsWhole);
        Assert.Equal(1_000_000_000, own.Header.TicksPerSecond);
        Assert.Equal(50, own.Events.Count(e => e is { Provider: "Microsoft-Windows-DotNETRuntime", Id: 80 }));
        Assert.InRange(own.Header.StartTicks, 1, Stopwatch.GetTimestamp());
    }

    /// <summary>Reads a stream with both, and fails at the first difference.</summary>
    internal static OwnEvents Compare(byte[] content)
    {
        TraceEventOracle expected = TraceEventOracle.Of(content);
        OwnEvents own = OwnEvents.Of(content);

        Assert.Equal(expected.Events.Count, own.Events.Count);
        for (int i = 0; i < own.Events.Count; i++)
        {
            if (!AreEqual(expected.Events[i], own.Events[i]))
                Assert.Fail($"event {i} of {own.Events.Count}\nTraceEvent {expected.Events[i]}\nFathom     {own.Events[i]}");
        }

        Assert.Equal(expected.Lost, own.Totals.DroppedEvents);
        return own;
    }

    // The library throws away the stacks of rundown events and of some about methods, which the stream has, and gives GCDynamicEvent events numbers of its own.
    private static bool AreEqual(SeenEvent expected, SeenEvent own) => own.Id switch
    {
        (>= 140 and <= 144) or 190 when expected.Depth == 0 => expected == own with { Depth = 0, StackHash = 0 },
        _ when expected.Depth == 0 && own.Provider.EndsWith("Rundown", StringComparison.Ordinal) => expected == own with { Depth = 0, StackHash = 0 },
        39 => expected with { Id = 39 } == own,
        _ => expected == own,
    };
}
