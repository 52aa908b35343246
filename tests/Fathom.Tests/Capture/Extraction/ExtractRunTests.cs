using System.Collections.Concurrent;
using Fathom.Capture.Extraction;
using Fathom.Capture.Subjects;
using Fathom.Capture.Traces;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Extraction;

/// <summary>Recordings of many traces, from copies of the small recordings of this repository.</summary>
public sealed class ExtractRunTests : IDisposable
{
    private static readonly string s_data = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace");

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void One_job_and_four_give_equal_tables_and_a_bad_trace_does_not_keep_the_others_from_theirs()
    {
        string traces = MakeTraces();
        Directory.CreateDirectory(_folder.File("one"));
        Directory.CreateDirectory(_folder.File("four"));

        IReadOnlyList<ExtractedTrace> one = Run([traces], "one", jobs: 1), four = Run([traces], "four", jobs: 4);

        Assert.Equal(6, one.Count);
        Assert.Equal(one.Select(static trace => (trace.File, trace.State, trace.RowCount, trace.LossCount)), four.Select(static trace => (trace.File, trace.State, trace.RowCount, trace.LossCount)));
        ExtractedTrace bad = Assert.Single(one, static trace => trace.State == ExtractedTrace.Failed);
        Assert.Contains("bad.nettrace", bad.Problem, StringComparison.Ordinal);
        Assert.Null(bad.Recording);
        foreach ((ExtractedTrace a, ExtractedTrace b) in one.Zip(four).Where(static pair => pair.First.Recording is not null))
            Assert.Equal(Parts(a.Recording!), Parts(b.Recording!));
        Assert.Equal(5, Directory.GetFileSystemEntries(_folder.File("four")).Length);
    }

    [Fact]
    public void What_is_there_is_kept_until_its_trace_changes_or_it_is_damaged()
    {
        string file = _folder.File("a.nettrace"), recording = file + ".fathom";
        File.Copy(s_data, file);
        Assert.Equal((ExtractedTrace.Extracted, recording), Only(Run([file])));
        Assert.Equal((ExtractedTrace.Kept, recording), Only(Run([file])));
        Assert.Equal((ExtractedTrace.Extracted, recording), Only(Run([file], again: true)));

        File.SetLastWriteTimeUtc(file, DateTime.UnixEpoch.AddDays(20_000));
        Assert.Equal((ExtractedTrace.Extracted, recording), Only(Run([file])));
        Assert.Equal((ExtractedTrace.Kept, recording), Only(Run([file])));

        string manifest = Path.Combine(recording, "manifest.json");
        File.WriteAllText(manifest, File.ReadAllText(manifest).Replace("nettrace", "nettracf", StringComparison.Ordinal));
        Assert.Equal((ExtractedTrace.Extracted, recording), Only(Run([file])));
    }

    [Fact]
    public void A_recording_that_the_user_kept_under_that_name_is_never_replaced()
    {
        string file = _folder.File("a.nettrace"), recording = file + ".fathom";
        File.Copy(s_data, file);
        using (RecordingWriter own = RecordingWriter.Create(recording, new RecordingOptions("fathom heap")))
            own.Commit();
        string before = File.ReadAllText(Path.Combine(recording, "manifest.json"));

        ExtractedTrace run = Assert.Single(Run([file]));

        Assert.NotEqual(recording, run.Recording);
        Assert.Equal(before, File.ReadAllText(Path.Combine(recording, "manifest.json")));
        if (run.Recording is { } elsewhere)
            Directory.Delete(elsewhere, recursive: true);
    }

    [Fact]
    public void A_kept_recording_with_a_damaged_part_is_made_again()
    {
        string file = _folder.File("a.nettrace");
        File.Copy(s_data, file);
        Run([file]);
        string part = Directory.EnumerateFiles(file + ".fathom", "*.parquet", SearchOption.AllDirectories).First();
        byte[] content = File.ReadAllBytes(part);
        content[content.Length / 2] ^= 1;
        File.WriteAllBytes(part, content);

        Assert.Equal(ExtractedTrace.Extracted, Assert.Single(Run([file])).State);
        Assert.Equal(ExtractedTrace.Kept, Assert.Single(Run([file])).State);
    }

    [Fact]
    public async Task Two_at_once_give_one_recording_that_is_whole()
    {
        string file = _folder.File("a.nettrace");
        File.Copy(s_data, file);
        IReadOnlyList<ExtractedTrace>[] runs = await Task.WhenAll(Enumerable.Range(0, 2).Select(i => Task.Run(() => Run([file]), TestContext.Current.CancellationToken)));

        // One process writes a recording once at a time; the other run is told so, or comes later and finds it.
        Assert.Contains(runs, static run => run[0].Recording is not null);
        using RecordingReader whole = RecordingReader.Open(file + ".fathom");
        Assert.True(whole.Manifest.Complete);
        Assert.Empty(Directory.GetDirectories(_folder.Path, "*.partial"));
    }

    [Fact]
    public void What_is_no_trace_and_two_of_one_name_are_refused()
    {
        string traces = MakeTraces();
        Directory.CreateDirectory(_folder.File("other"));
        File.Copy(s_data, _folder.File("other/a0.nettrace"));

        FathomException twice = Assert.Throws<FathomException>(() => Run([traces, _folder.File("other")], "."));
        Assert.Equal(ExitCode.Usage, twice.ExitCode);
        List<string> unread = [];
        string pattern = _folder.File("*.etl"), none = _folder.File("none.nettrace");
        Assert.Equal(5, TraceFiles.Find([pattern, Path.Combine(traces, "a*.nettrace"), none, Path.Combine(traces, "a0.nettrace")], (word, _) => unread.Add(word)).Count);
        Assert.Equal([pattern, none], unread);
    }

    [Fact]
    public void Progress_is_that_of_all_bytes()
    {
        ConcurrentQueue<Progress> seen = [];
        FileDescription[] traces = [.. Find(MakeTraces())];
        new ExtractRun(Options, null, 3, again: false).Run(traces, new Told(seen.Enqueue), TestContext.Current.CancellationToken);

        Assert.All(seen, progress => Assert.Equal(traces.Sum(static trace => trace.SizeBytes), progress.Total));
        Assert.Equal(traces.Sum(static trace => trace.SizeBytes), seen.Max(static progress => progress.Done));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Parts_that_are_left_out_are_so_with_one_job_and_with_four_and_the_rest_is_equal()
    {
        string traces = MakeTraces();
        foreach (string folder in (string[])["whole", "one", "four"])
            Directory.CreateDirectory(_folder.File(folder));
        LeftOutParts parts = LeftOutParts.Read(null, "events,gc")!;

        IReadOnlyList<ExtractedTrace> whole = Run([traces], "whole", jobs: 1), one = Run([traces], "one", jobs: 1, leftOut: parts), four = Run([traces], "four", jobs: 4, leftOut: parts);

        foreach (((ExtractedTrace all, ExtractedTrace a), ExtractedTrace b) in whole.Zip(one).Zip(four).Where(static three => three.Second.Recording is not null))
        {
            Assert.Equal(Parts(a.Recording!), Parts(b.Recording!));
            Assert.Equal(Parts(all.Recording!).Where(static part => part.Table is not ("event" or "gc" or "gc_pause")), Parts(a.Recording!));
            using RecordingReader reader = RecordingReader.Open(a.Recording!);
            Assert.Equal("event,gc,gc_pause", reader.Manifest.Labels["left_out"]);
            Assert.Contains("'--skip events,gc'", Assert.Single(reader.Notices), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_recording_that_lacks_parts_never_answers_for_its_trace_and_is_made_once()
    {
        string file = _folder.File("a.nettrace"), recording = file + ".fathom";
        File.Copy(s_data, file);
        LeftOutParts gc = LeftOutParts.Read("gc", null)!, events = LeftOutParts.Read(null, "events")!;

        // In the folder of the trace, where other verbs look for what was kept of it.
        Assert.Equal((ExtractedTrace.Extracted, recording), Only(Run([file], ".", leftOut: gc)));
        Assert.Equal((ExtractedTrace.Kept, recording), Only(Run([file], ".", leftOut: gc)));
        Assert.Equal((ExtractedTrace.Extracted, recording), Only(Run([file], ".", leftOut: events)));
        FileDescription trace = Find(file)[0];
        Assert.Null(KeptTrace.TryOpen(trace, recording));
        Assert.False(KeptTrace.MayReplace(recording));
        Assert.Equal((ExtractedTrace.Extracted, recording), Only(Run([file], ".")));
        Assert.Equal((ExtractedTrace.Kept, recording), Only(Run([file])));
        Assert.True(KeptTrace.MayReplace(recording));
    }

    [Theory]
    [InlineData("cpu", "gc", "'--only' and '--skip' contradict each other.", "leave one of them out")]
    [InlineData(null, "wait", "'wait' in '--skip wait' is not a part of a trace.", "did you mean 'waits'? The parts are cpu, waits, threads, events, gc, allocs, exceptions, ")]
    [InlineData("cpu,", null, "'' in '--only cpu,' is not a part of a trace.", "The parts are cpu, ")]
    public void Words_that_are_no_parts_are_refused_with_the_parts(string? only, string? skip, string sentence, string next)
    {
        FathomException refused = Assert.Throws<FathomException>(() => LeftOutParts.Read(only, skip));

        Assert.Equal((ExitCode.Usage, sentence), (refused.ExitCode, refused.Message));
        Assert.StartsWith(next, refused.NextStep, StringComparison.Ordinal);
    }

    private static CaptureOptions Options => new("fathom extract") { Time = TimeProvider.System };

    private string MakeTraces()
    {
        string folder = _folder.File("traces");
        Directory.CreateDirectory(folder);
        for (int i = 0; i < 5; i++)
            File.Copy(s_data, Path.Combine(folder, $"a{i}.nettrace"));
        File.WriteAllBytes(Path.Combine(folder, "bad.nettrace"), File.ReadAllBytes(s_data)[..20]);
        File.WriteAllText(Path.Combine(folder, "readme.txt"), "no trace");
        return folder;
    }

    private IReadOnlyList<ExtractedTrace> Run(string[] words, string? to = null, int jobs = 2, bool again = false, LeftOutParts? leftOut = null) =>
        new ExtractRun(Options with { LeftOut = leftOut }, to is null ? null : _folder.File(to), jobs, again).Run(Find(words), new Told(static _ => { }), TestContext.Current.CancellationToken);

    private static IReadOnlyList<FileDescription> Find(params string[] words) => TraceFiles.Find(words, static (_, why) => throw why);

    private static (string State, string? Recording) Only(IReadOnlyList<ExtractedTrace> run) => (Assert.Single(run).State, run[0].Recording);

    private static List<(string Table, long Rows, string Crc)> Parts(string recording)
    {
        using RecordingReader reader = RecordingReader.Open(recording);
        return [.. reader.Manifest.Parts.Select(static part => (part.Table, part.Rows, part.Crc32c)).Order()];
    }

    private sealed class Told(Action<Progress> told) : IProgress<Progress>
    {
        public void Report(Progress value) => told(value);
    }
}
