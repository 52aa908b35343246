using Fathom.Capture.Watching;
using Fathom.Model.Metrics;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture;

/// <summary>A recording of a watch whose disk takes nothing for a while, or for good. A file in the place of the table's folder stands for the full disk.</summary>
public sealed class WatchRecorderTests : IDisposable
{
    private const long Minute = 60_000_000_000;

    private readonly TestFolder _folder = new();
    private readonly List<string> _said = [];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_disk_that_takes_nothing_for_a_while_costs_no_sample()
    {
        using RecordingWriter writer = Writer(out string path);
        WatchRecorder recorder = new(writer, MetricCatalog.Names, _said.Add);

        Rounds(recorder, 0, 1);
        Fill(path);
        Rounds(recorder, 1, 5);
        Empty(path);
        Rounds(recorder, 5, 10);

        Assert.Null(recorder.Close());
        using RecordingReader reader = RecordingReader.Open(path);
        Assert.True(reader.Manifest.Complete);
        Assert.Equal(10L * MetricCatalog.Names.Count, Rows(reader, "memory_sample"));
        Assert.Equal(1, Rows(reader, "process"));
        Assert.StartsWith("the recording cannot be written at present", _said[0], StringComparison.Ordinal);
        Assert.Equal("the recording is written again", _said[1]);
        Assert.Equal(2, _said.Count);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_disk_that_stays_full_leaves_what_was_committed_and_says_what_is_missing()
    {
        using RecordingWriter writer = Writer(out string path);
        WatchRecorder recorder = new(writer, MetricCatalog.Names, _said.Add);

        Rounds(recorder, 0, 1);
        Fill(path);
        Rounds(recorder, 1, 5);
        string? missing = recorder.Close();
        Empty(path);

        int each = MetricCatalog.Names.Count;
        Assert.StartsWith($"{4 * each} of {5 * each} values are missing in the recording: ", missing, StringComparison.Ordinal);
        using RecordingReader reader = RecordingReader.Open(path);
        Assert.False(reader.Manifest.Complete);
        Assert.Equal(each, Rows(reader, "memory_sample"));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(0)]
    [InlineData(1)]
    public void A_disk_that_was_full_for_too_long_and_is_free_again_lacks_only_what_found_no_room(int roundsAfterwards)
    {
        const int each = 40_000, kept = 256 * 1024;
        using RecordingWriter writer = Writer(out string path);
        WatchRecorder recorder = new(writer, [.. Enumerable.Range(0, each).Select(static i => $"metric {i}")], _said.Add);

        Rounds(recorder, 0, 1, each);
        Fill(path);
        Rounds(recorder, 1, 9, each);
        Empty(path);
        Rounds(recorder, 9, 9 + roundsAfterwards, each);
        string? missing = recorder.Close();

        int all = (9 + roundsAfterwards) * each, lost = all - each - kept;
        Assert.Equal($"{lost} of {all} values are missing in the recording: ", missing?[..(missing.IndexOf(": ", StringComparison.Ordinal) + 2)]);
        using RecordingReader reader = RecordingReader.Open(path);
        Assert.Equal(all - lost, Rows(reader, "memory_sample"));
        Assert.Equal(missing, Assert.Single(reader.Manifest.Warnings));
        Assert.False(reader.Manifest.Complete);
    }

    private RecordingWriter Writer(out string path)
    {
        path = _folder.File("watch.fathom");
        return RecordingWriter.Create(path, new RecordingOptions("fathom watch MyApp"));
    }

    private static void Rounds(WatchRecorder recorder, int from, int to, int? metrics = null)
    {
        WatchedProcess process = new(1, WatchedFacts.Of(4711, "MyApp")) { AgeAtStartNs = 0 };
        double[] values = new double[metrics ?? MetricCatalog.Names.Count];
        if (from == 0)
            recorder.Began(process);
        for (int round = from; round < to; round++)
        {
            recorder.Sampled(process, round * Minute, values);
            recorder.RoundEnded(round * Minute);
        }
    }

    private static void Fill(string path)
    {
        Directory.Move(Path.Combine(path, "memory_sample"), path + ".away");
        File.WriteAllText(Path.Combine(path, "memory_sample"), "");
    }

    private static void Empty(string path)
    {
        File.Delete(Path.Combine(path, "memory_sample"));
        Directory.Move(path + ".away", Path.Combine(path, "memory_sample"));
    }

    private static long Rows(RecordingReader reader, string table) => reader.Manifest.Parts.Where(part => part.Table == table).Sum(static part => part.Rows);
}
