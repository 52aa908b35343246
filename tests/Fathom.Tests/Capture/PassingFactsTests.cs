using Fathom.Capture.Subjects;
using Fathom.Model.Processes;
using Fathom.Model.Traces;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture;

/// <summary>What a manifest says of traces is what their rows say.</summary>
public sealed class PassingFactsTests : IDisposable
{
    private const long StartNs = 1_796_000_000_123_456_700;

    private readonly TestFolder _folder = new();
    private readonly RecordingWriter _writer;
    private readonly PassingFacts _facts;

    public PassingFactsTests()
    {
        _writer = RecordingWriter.Create(_folder.File("a.fathom"), new RecordingOptions("fathom record"));
        _facts = new PassingFacts(_writer);
    }

    public void Dispose()
    {
        _writer.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void The_clock_is_that_of_the_first_trace_whichever_comes_first()
    {
        Write(Trace(2, "unknown", 5), Trace(1, "monotonic", StartNs));

        Assert.Equal(new ManifestClock("monotonic", DateTimeOffset.UnixEpoch.AddTicks(StartNs / 100), null), _facts.Clock);
    }

    [Fact]
    public void Without_a_time_of_day_there_is_none()
    {
        Assert.Null(_facts.Clock);

        Write(Trace(1, "monotonic", null), Trace(2, "monotonic", StartNs));

        Assert.Null(_facts.Clock);
    }

    [Fact]
    public void Programs_have_the_last_name_of_their_process()
    {
        _facts.Write<ProcessRow>([Process(7, "sh"), Process(8, "other")]);
        _facts.Write<ProcessRow>([Process(7, "Shop")]);

        Assert.Equal([new ManifestTarget(7, "Shop", null)], _facts.Targets([7, 9]));
    }

    [Fact]
    public void A_trace_of_one_process_is_about_it()
    {
        _facts.Write<ProcessRow>([Process(7, "Shop")]);
        Assert.Null(_facts.Only);

        Write(Trace(1, "monotonic", StartNs));
        Assert.Equal(new ManifestTarget(7, "Shop", null), _facts.Only);

        _facts.Write<ProcessRow>([Process(8, "other")]);
        Assert.Null(_facts.Only);
    }

    private void Write(params ReadOnlySpan<TraceRow> rows) => _facts.Write(rows);

    private TraceRow Trace(uint id, string clock, long? startNs) => new() { TraceId = id, Clock = _writer.Ids.Text(clock), StartUnixNs = startNs };

    private ProcessRow Process(int pid, string name) => new() { ProcessId = (uint)pid, Pid = pid, Name = _writer.Ids.Text(name) };
}
