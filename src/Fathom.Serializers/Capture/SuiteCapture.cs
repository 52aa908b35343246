using Fathom.Model.Recording;
using Fathom.Model.Serializers;
using Fathom.Serializers.Checks;
using Fathom.Serializers.Facts;
using Fathom.Serializers.Machines;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Profiles;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Starts;
using Fathom.Serializers.Suites;
using Fathom.Storage.Recordings;

namespace Fathom.Serializers.Capture;

/// <summary>Measures, checks and starts serializers into a recording.</summary>
public static class SuiteCapture
{
    /// <summary>Measures.</summary>
    /// <param name="plan">What; without cases only the serializers are listed.</param>
    /// <param name="save">Where the recording is kept; null when it is not.</param>
    /// <param name="options">How it is written.</param>
    /// <param name="run">The run.</param>
    /// <param name="checks">What is checked besides.</param>
    public static Task<SuiteRecording> MeasureAsync(SuitePlan plan, string? save, RecordingOptions options, SuiteRun run, params CheckLane[] checks) =>
        RecordAsync(plan, save, options, run, null, (suite, writer, commits, progress) => RunAsync(suite, plan, null, checks, writer, commits, progress, run));

    /// <summary>Measures, or goes on with a measurement.</summary>
    /// <param name="plan">What.</param>
    /// <param name="save">Where the recording is kept; null when it is not.</param>
    /// <param name="options">How it is written.</param>
    /// <param name="run">The run.</param>
    /// <param name="earlier">A measurement that is gone on with.</param>
    /// <param name="checks">What is checked besides.</param>
    /// <exception cref="OperationCanceledException">It was interrupted; what was finished is kept where it is to be saved, and that is said.</exception>
    public static Task<SuiteRecording> ResumeAsync(SuitePlan plan, string save, RecordingOptions options, SuiteRun run, EarlierMeasurement earlier, params CheckLane[] checks) =>
        RecordAsync(plan, save, options, run, earlier, (suite, writer, commits, progress) => RunAsync(suite, plan, earlier, checks, writer, commits, progress, run));

    private static async Task<SuiteRecording> RecordAsync(
        SuitePlan plan, string? save, RecordingOptions options, SuiteRun run, EarlierMeasurement? earlier,
        Func<SerializerSuite, RecordingWriter, SuiteCommits, IProgress<Progress>, Task<IReadOnlyList<OfferedSerializer>>> measure)
    {
        ProgramFolder folder = ProgramFolder.Find(Environment.GetEnvironmentVariable, AppContext.BaseDirectory, plan.Adapters);
        ProgramBuilder builder = new(folder, Path.Combine(Path.GetDirectoryName(folder.Path)!, "artifacts", "serializers"), run.Time);
        LibraryCatalog libraries = new(FactsFile.Find(folder.Path), builder.RestoredPackages, DateOnly.FromDateTime(run.Time.GetUtcNow().UtcDateTime));
        RecordingWriter writer = save is null ? RecordingWriter.CreateTemporary(options) : RecordingWriter.Create(save, options);
        try
        {
            if (earlier is not null)
                writer.Adopt(earlier.Reader, except: []);
            bool measures = plan.Cases.Count > 0;
            if (measures)
                Warn(run, writer, Disturbances.Before(LoadAverage(), Environment.ProcessorCount));
            SerializerSuite suite = new(builder, folder, plan, libraries);
            IReadOnlyList<OfferedSerializer> all;
            SuiteCommits commits = new(writer, save, run.Time);
            try
            {
                using IShownProgress progress = run.ShowProgress();
                all = await measure(suite, writer, commits, progress).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                if (commits.KeepFinished() is { } kept)
                    run.Interrupted(kept);
                throw;
            }

            Keep(writer, [.. suite.AboutPackages(all)]);
            if (measures)
                Keep(writer, [.. Disturbances.Of(all), .. Disturbances.During(suite.ReadyTimes, ProcessorTimes.Read()), .. suite.Shortfalls]);
            writer.Commit();
            return new SuiteRecording(RecordingReader.Open(writer.Folder), writer) { Missing = suite.Missing(all) };
        }
        catch
        {
            writer.Dispose();
            throw;
        }
    }

    /// <summary>Starts fresh processes.</summary>
    /// <param name="plan">What.</param>
    /// <param name="save">Where the recording is kept; null when it is not.</param>
    /// <param name="options">How it is written.</param>
    /// <param name="run">The run.</param>
    public static Task<SuiteRecording> StartAsync(SuitePlan plan, string? save, RecordingOptions options, SuiteRun run) =>
        RecordAsync(plan, save, options, run, null, async (suite, writer, _, progress) =>
        {
            StartSuite starts = new(plan, suite.Place);
            IReadOnlyList<OfferedSerializer> all = await starts.WithEmptyAsync(await suite.AskAsync(progress, run.Stop).ConfigureAwait(false), run.Stop).ConfigureAwait(false);
            suite.NoteReady();
            suite.Write(all, writer);
            starts.Measure(all, writer, progress, run.Stop);
            SerializerSuite.WriteCases(plan, writer);
            return all;
        });

    // Said at once, because it may be worth waiting, and kept for everyone who reads the recording.
    private static void Warn(SuiteRun run, RecordingWriter writer, IEnumerable<string> sentences)
    {
        string[] all = [.. sentences];
        foreach (string sentence in all)
            run.Note(sentence);
        Keep(writer, all);
    }

    // What the manifest warns of comes with every answer from the recording, also the one that follows.
    private static void Keep(RecordingWriter writer, string[] sentences)
    {
        if (sentences.Length > 0)
            writer.Describe(manifest => manifest with { Warnings = [.. manifest.Warnings.Union(sentences)] });
    }

    private static string LoadAverage()
    {
        try
        {
            return File.ReadAllText("/proc/loadavg");
        }
        catch (Exception reason) when (reason is IOException or UnauthorizedAccessException)
        {
            // A machine that does not tell its load is not warned about.
            return "";
        }
    }

    private static async Task<IReadOnlyList<OfferedSerializer>> RunAsync(
        SerializerSuite suite, SuitePlan plan, EarlierMeasurement? earlier, CheckLane[] checks, RecordingWriter writer, SuiteCommits commits, IProgress<Progress> progress, SuiteRun run)
    {
        IReadOnlyList<OfferedSerializer> all = earlier is null
            ? await suite.OfferAsync(writer, progress, run.Stop).ConfigureAwait(false)
            : await suite.AskAsync(progress, run.Stop).ConfigureAwait(false);
        earlier?.RequireSame(all);
        if (plan.ShownBytes is not null)
            await suite.ShowAsync(all, writer, progress, run.Stop).ConfigureAwait(false);
        else if (plan.ProfiledTime is not null)
            await ProfileAsync(suite, plan, all, writer, commits, progress, run).ConfigureAwait(false);
        else if (plan.Cases.Count > 0)
            await MeasureAsync(suite, plan, all, earlier?.Finished ?? FinishedCells.None, writer, commits, progress, run).ConfigureAwait(false);
        await new CheckSuite(checks).RunAsync(all, (earlier?.Finished ?? FinishedCells.None).Checks, writer, progress, commits.CellEnded, run.Stop).ConfigureAwait(false);
        return all;
    }

    private static async Task MeasureAsync(
        SerializerSuite suite, SuitePlan plan, IReadOnlyList<OfferedSerializer> all, FinishedCells finished, RecordingWriter writer, SuiteCommits commits, IProgress<Progress> progress, SuiteRun run)
    {
        commits.Begin();
        if (suite.Missing(all, finished) is > 0 and var processes)
            run.Note($"this will take about {DurationText.Of(ExpectedDuration.Of(plan, processes, Environment.ProcessorCount))}, an "
                + $"estimate: {processes} processes, timed one at a "
                + $"time{(plan.Precision is null ? "" : $", and at most {DurationText.Of(plan.PrecisionTime)} more for the precision")}");
        await suite.MeasureAsync(all, finished, run.Time, writer, progress, commits.CellEnded, run.Stop).ConfigureAwait(false);
    }

    private static async Task ProfileAsync(
        SerializerSuite suite, SuitePlan plan, IReadOnlyList<OfferedSerializer> all, RecordingWriter writer, SuiteCommits commits, IProgress<Progress> progress, SuiteRun run)
    {
        ProfileSuite profiles = new(suite, plan, run.Tracing);
        if (profiles.Cells(all) is > 0 and var cells)
            run.Note($"this will take about {DurationText.Of(ExpectedDuration.OfProfiles(plan, cells))}, an estimate: {cells} {(cells == 1 ? "process" : "processes one after the other")}");
        commits.Begin(canResume: false);
        await profiles.RunAsync(all, run.Time, writer, progress, commits.CellEnded, run.Stop).ConfigureAwait(false);
    }
}
