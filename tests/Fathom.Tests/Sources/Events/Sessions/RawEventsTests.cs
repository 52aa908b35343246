using Fathom.Formats.NetTrace;
using Fathom.Model;
using Fathom.Recorder.Runtimes;
using Fathom.Sources.Events.Sessions;
using Fathom.TestSupport;
using Fathom.Tests.Formats.NetTrace;
using Xunit;

namespace Fathom.Tests.Sources.Events.Sessions;

/// <summary>Streams as they come, of a program that tells what it did.</summary>
public sealed class RawEventsTests
{
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public void The_usual_request_has_what_the_program_did_and_none_of_what_is_left_out()
    {
        using SampleProcess sample = SampleProcess.Start("Events");

        (NetTraceTotals totals, Dictionary<(string Provider, int Id), int> counts) = Record(sample, new RawEventsOptions { Providers = DefaultProviders.All }, () =>
        {
            sample.Ask("throw 25");
            sample.Ask("collect 6");
            sample.Ask("work 40");
            sample.Ask("allocate 1000000");
            sample.Ask("compile 5");
            sample.Ask("handle 3");
            sample.Ask("monitor 3");
        });

        Assert.Equal((NetTraceEnd.Complete, 0), (totals.End, totals.DroppedEvents));
        // Thrown; compiled; a wait for a handle, of the monitor too; contention; a sample of an allocation.
        Assert.Equal(25, counts[(EventProvider.Runtime, 80)]);
        Assert.InRange(counts[(EventProvider.Runtime, 143)], 5, int.MaxValue);
        Assert.InRange(counts[(EventProvider.Runtime, 301)], 3, int.MaxValue);
        Assert.InRange(counts[(EventProvider.Runtime, 81)], 3, int.MaxValue);
        Assert.InRange(counts[(EventProvider.Runtime, 303)], 800, 1300);
        Assert.InRange(counts[(EventProvider.Runtime, 1)], 6, int.MaxValue);
        // Names of methods at the end, without maps to lines.
        Assert.InRange(counts[(Rundown, 144)], 100, int.MaxValue);
        Assert.False(counts.ContainsKey((Rundown, 150)));
        foreach (uint number in DefaultProviders.All[0].LeftOut)
            Assert.False(counts.ContainsKey((EventProvider.Runtime, (int)number)), $"event {number} is there");
        Assert.Equal("done work 3", sample.Ask("work 3"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Without_names_of_methods_none_come()
    {
        using SampleProcess sample = SampleProcess.Start("Events");

        (NetTraceTotals totals, Dictionary<(string Provider, int Id), int> counts) =
            Record(sample, new RawEventsOptions { Providers = DefaultProviders.All, RundownKeywords = 0 }, () => sample.Ask("throw 3"));

        Assert.Equal(NetTraceEnd.Complete, totals.End);
        Assert.Equal(3, counts[(EventProvider.Runtime, 80)]);
        Assert.DoesNotContain(counts.Keys, static key => key.Provider == Rundown);
    }

    [Fact]
    public void A_stream_that_is_closed_leaves_the_program_as_it_was()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        int sockets = Sockets(sample.Pid);
        for (int i = 0; i < 3; i++)
            RawEvents.Open(sample.Pid, new RawEventsOptions { Providers = DefaultProviders.All }, Stop).Dispose();

        // The runtime ends them when it writes next. Until then, it may take the events of a new session for theirs.
        Assert.True(SpinWait.SpinUntil(() => sample.Ask("throw 1").Length > 0 && Sockets(sample.Pid) == sockets, s_limit));
        (NetTraceTotals totals, Dictionary<(string Provider, int Id), int> counts) = Record(sample, new RawEventsOptions { Providers = DefaultProviders.All }, () => sample.Ask("throw 4"));

        Assert.Equal(NetTraceEnd.Complete, totals.End);
        Assert.Equal(4, counts[(EventProvider.Runtime, 80)]);
    }

    [Fact]
    public void A_process_without_a_runtime_is_told_in_one_sentence()
    {
        using System.Diagnostics.Process sleep = System.Diagnostics.Process.Start("sleep", "60");
        FathomException refused = Assert.Throws<FathomException>(() => RawEvents.Open(sleep.Id, new RawEventsOptions { Providers = DefaultProviders.All }, Stop));
        sleep.Kill();

        Assert.Equal($"Process {sleep.Id} has no diagnostic port, and no code of a .NET runtime is mapped in it: it is not a .NET process.", refused.Message);
    }

    private static int Sockets(int pid) =>
        new DirectoryInfo($"/proc/{pid}/fd").EnumerateFileSystemInfos().Count(static file => file.LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) == true);

    private static (NetTraceTotals Totals, Dictionary<(string Provider, int Id), int> Counts) Record(SampleProcess sample, RawEventsOptions options, Action act)
    {
        using RawEvents stream = RawEvents.Open(sample.Pid, options, Stop);
        using MemoryStream copy = new();
        Task copying = Task.Run(
            () =>
            {
                byte[] buffer = new byte[4096];
                while (stream.Read(buffer) is > 0 and int count)
                    copy.Write(buffer, 0, count);
            },
            Stop);
        act();
        stream.Stop(s_limit);
        Assert.True(copying.Wait(s_limit));
        copy.Position = 0;
        Dictionary<(string Provider, int Id), int> counts = [];
        NetTraceTotals totals = new NetTraceReader(copy, "copy").Read(
            new Teller((in NetTraceEvent at) => counts[(at.Metadata.Provider, (int)at.Metadata.EventId)] = counts.GetValueOrDefault((at.Metadata.Provider, (int)at.Metadata.EventId)) + 1), Stop);
        return (totals, counts);
    }
}
