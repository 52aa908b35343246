using System.Diagnostics.Tracing;
using Fathom.Formats.Marks;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Joined;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Joined;

/// <summary>Moments that were marked from a shell and by a program.</summary>
public sealed class MarkerTests : IDisposable
{
    private static readonly string s_events = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace");

    private readonly TestFolder _folder = new();

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Marks_of_a_shell_stand_at_their_time_and_with_the_process_that_the_trace_knows()
    {
        CollectingSink without = Extract(s_events, null);
        long startNs = Assert.Single(without.Rows<TraceRow>()).ClockStartNs;
        ProcessRow process = Assert.Single(without.Rows<ProcessRow>());
        string marks = _folder.File("marks");
        File.WriteAllBytes(
            marks,
            [.. MarkFile.Head, .. MarkFile.Line(new Mark(startNs + 5, process.Pid, "own")), .. MarkFile.Line(new Mark(startNs + 7, process.Pid + 1, "strange")), .. "bad\n"u8]);

        CollectingSink sink = Extract(s_events, marks);

        Assert.Equal(
            [(5, process.ProcessId, 0u, "shell", "own"), (7, 0u, 0u, "shell", "strange")],
            sink.Rows<MarkerRow>().Select(row => (row.TsNs, row.ProcessId, row.ThreadId, sink.Text(row.Source)!, sink.Text(row.Text)!)));
        LossRow loss = Assert.Single(sink.Losses);
        Assert.Equal((1, "invalid lines of marks"), (loss.Count, sink.Text(loss.Reason)));
        Assert.Empty(without.Rows<MarkerRow>());
    }

    // This process is the program.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Marks_of_a_program_stand_with_their_thread_and_no_other_event_of_the_source_is_one()
    {
        string events = _folder.File("own.nettrace");
        RawEventsOptions options = new() { Providers = new MarkerConsumer(static (in EventOrigin _, in ReadOnlySpan<char> _) => { }).Providers };
        using (RawEvents stream = RawEvents.Open(Environment.ProcessId, options, Stop))
        using (FileStream file = File.Create(events))
        {
            Task copying = Task.Run(
                () =>
                {
                    byte[] buffer = new byte[4096];
                    while (stream.Read(buffer) is > 0 and int count)
                        file.Write(buffer, 0, count);
                },
                Stop);
            OwnMarkers.Log.Mark("naïve ✓");
            OwnMarkers.Log.Other("no mark");
            stream.Stop(TimeSpan.FromSeconds(30));
            await copying.WaitAsync(TimeSpan.FromSeconds(30), Stop);
        }

        CollectingSink sink = Extract(events, null);

        Assert.Equal(["naïve ✓"], sink.Rows<MarkerRow>().Select(row => sink.Text(row.Text)));
        Assert.All(sink.Rows<MarkerRow>(), row => Assert.Equal("program", sink.Text(row.Source)));
        Assert.All(sink.Rows<MarkerRow>(), static row => Assert.NotEqual((0u, 0u), (row.ProcessId, row.ThreadId)));
        Assert.Contains(sink.Rows<RuntimeEventRow>(), row => sink.Text(row.Event) == "Fathom-Markers/Other");
        Assert.DoesNotContain(sink.Rows<RuntimeEventRow>(), row => sink.Text(row.Event) == "Fathom-Markers/Mark");
    }

    private static CollectingSink Extract(string events, string? marks)
    {
        CollectingSink sink = new();
        new JoinedTraceExtractor(null, [events], null, marks).Run(sink, new Progress<Progress>(), Stop);
        return sink;
    }

    [EventSource(Name = MarkerConsumer.Provider)]
    private sealed class OwnMarkers : EventSource
    {
        public static OwnMarkers Log { get; } = new();

        [Event(1)]
        public void Mark(string text) => WriteEvent(1, text);

        [Event(2)]
        public void Other(string text) => WriteEvent(2, text);
    }
}
