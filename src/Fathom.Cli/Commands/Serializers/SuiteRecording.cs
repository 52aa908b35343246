using Fathom.Cli.Frame;
using Fathom.Model.Recording;
using Fathom.Render.Live;
using Fathom.Serializers.Checks;
using Fathom.Serializers.Facts;
using Fathom.Serializers.Machines;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Profiles;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Starts;
using Fathom.Serializers.Suites;
using Fathom.Sources.Profiles;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>Measurements of serializers as a recording: one that was saved, or one that is made now and goes away unless it is kept.</summary>
internal sealed class SuiteRecording : IDisposable
{
    private readonly RecordingWriter? _writer;

    private SuiteRecording(RecordingReader reader, RecordingWriter? writer)
    {
        Reader = reader;
        _writer = writer;
    }

    /// <summary>The recording.</summary>
    public RecordingReader Reader { get; }

    /// <summary>What was asked for now and is not available, a sentence each.</summary>
    public IReadOnlyList<string> Missing { get; private init; } = [];

    /// <summary>Opens one that was saved.</summary>
    public static SuiteRecording Open(string path) => new(RecordingReader.Open(path), null);

    /// <summary>Measures.</summary>
    /// <param name="plan">What; without cases only the serializers are listed.</param>
    /// <param name="save">Where the recording is kept; null when it is not.</param>
    /// <param name="options">How it is written.</param>
    /// <param name="context">The run.</param>
    /// <param name="checks">What is checked besides.</param>
    public static Task<SuiteRecording> MeasureAsync(SuitePlan plan, string? save, RecordingOptions options, CommandContext context, params CheckLane[] checks) =>
        RecordAsync(plan, save, options, context, null, (suite, writer, commits, progress) => RunAsync(suite, plan, null, checks, writer, commits, progress, context));

    /// <summary>Measures, or goes on with a measurement.</summary>
    /// <param name="plan">What.</param>
    /// <param name="save">Where the recording is kept; null when it is not.</param>
    /// <param name="options">How it is written.</param>
    /// <param name="context">The run.</param>
    /// <param name="earlier">A measurement that is gone on with.</param>
    /// <param name="checks">What is checked besides.</param>
    /// <exception cref="OperationCanceledException">It was interrupted; what was finished is kept where it is to be saved, and that is said.</exception>
    public static Task<SuiteRecording> ResumeAsync(SuitePlan plan, string save, RecordingOptions options, CommandContext context, EarlierMeasurement earlier, params CheckLane[] checks) =>
        RecordAsync(plan, save, options, context, earlier, (suite, writer, commits, progress) => RunAsync(suite, plan, earlier, checks, writer, commits, progress, context));

    private static async Task<SuiteRecording> RecordAsync(
        SuitePlan plan, string? save, RecordingOptions options, CommandContext context, EarlierMeasurement? earlier,
        Func<SerializerSuite, RecordingWriter, SuiteCommits, IProgress<Progress>, Task<IReadOnlyList<OfferedSerializer>>> run)
    {
        ProgramFolder folder = ProgramFolder.Find(Environment.GetEnvironmentVariable, AppContext.BaseDirectory, plan.Adapters);
        ProgramBuilder builder = new(folder, Path.Combine(Path.GetDirectoryName(folder.Path)!, "artifacts", "serializers"), context.Time);
        LibraryCatalog libraries = new(FactsFile.Find(folder.Path), builder.RestoredPackages, DateOnly.FromDateTime(context.Time.GetUtcNow().UtcDateTime));
        RecordingWriter writer = save is null ? RecordingWriter.CreateTemporary(options) : RecordingWriter.Create(save, options);
        try
        {
            if (earlier is not null)
                writer.Adopt(earlier.Reader, except: []);
            bool measures = plan.Cases.Count > 0;
            if (measures)
                Warn(context, writer, Disturbances.Before(LoadAverage(), Environment.ProcessorCount));
            SerializerSuite suite = new(builder, folder, plan, libraries);
            IReadOnlyList<OfferedSerializer> all;
            SuiteCommits commits = new(writer, save, context);
            try
            {
                using ProgressLine progress = context.ShowProgress();
                all = await run(suite, writer, commits, progress).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                commits.KeepFinished();
                throw;
            }

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
    /// <param name="context">The run.</param>
    public static Task<SuiteRecording> StartAsync(SuitePlan plan, string? save, RecordingOptions options, CommandContext context) =>
        RecordAsync(plan, save, options, context, null, async (suite, writer, _, progress) =>
        {
            StartSuite starts = new(plan, suite.Place);
            IReadOnlyList<OfferedSerializer> all = await starts.WithEmptyAsync(await suite.AskAsync(progress, context.Stop).ConfigureAwait(false), context.Stop).ConfigureAwait(false);
            suite.NoteReady();
            suite.Write(all, writer);
            starts.Measure(all, writer, progress, context.Stop);
            SerializerSuite.WriteCases(plan, writer);
            return all;
        });

    /// <inheritdoc/>
    public void Dispose()
    {
        Reader.Dispose();
        _writer?.Dispose();
    }

    // Said at once, because it may be worth waiting, and kept for everyone who reads the recording.
    private static void Warn(CommandContext context, RecordingWriter writer, IEnumerable<string> sentences)
    {
        string[] all = [.. sentences];
        foreach (string sentence in all)
            context.Note(sentence);
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
        SerializerSuite suite, SuitePlan plan, EarlierMeasurement? earlier, CheckLane[] checks, RecordingWriter writer, SuiteCommits commits, IProgress<Progress> progress, CommandContext context)
    {
        IReadOnlyList<OfferedSerializer> all = earlier is null
            ? await suite.OfferAsync(writer, progress, context.Stop).ConfigureAwait(false)
            : await suite.AskAsync(progress, context.Stop).ConfigureAwait(false);
        earlier?.RequireSame(all);
        if (plan.ShownBytes is not null)
            await suite.ShowAsync(all, writer, progress, context.Stop).ConfigureAwait(false);
        else if (plan.ProfiledTime is not null)
            await ProfileAsync(suite, plan, all, writer, commits, progress, context).ConfigureAwait(false);
        else if (plan.Cases.Count > 0)
            await MeasureAsync(suite, plan, all, earlier?.Finished ?? FinishedCells.None, writer, commits, progress, context).ConfigureAwait(false);
        await new CheckSuite(checks).RunAsync(all, (earlier?.Finished ?? FinishedCells.None).Checks, writer, progress, commits.CellEnded, context.Stop).ConfigureAwait(false);
        return all;
    }

    private static async Task MeasureAsync(
        SerializerSuite suite, SuitePlan plan, IReadOnlyList<OfferedSerializer> all, FinishedCells finished, RecordingWriter writer, SuiteCommits commits, IProgress<Progress> progress, CommandContext context)
    {
        commits.Begin();
        if (suite.Missing(all, finished) is > 0 and var processes)
            context.Note($"this will take about {DurationText.Of(ExpectedDuration.Of(plan, processes, Environment.ProcessorCount))}, an estimate: {processes} processes, timed one at a time{(plan.Precision is null ? "" : $", and at most {DurationText.Of(plan.PrecisionTime)} more for the precision")}");
        await suite.MeasureAsync(all, finished, context.Time, writer, progress, commits.CellEnded, context.Stop).ConfigureAwait(false);
    }

    private static async Task ProfileAsync(
        SerializerSuite suite, SuitePlan plan, IReadOnlyList<OfferedSerializer> all, RecordingWriter writer, SuiteCommits commits, IProgress<Progress> progress, CommandContext context)
    {
        ProfileSuite profiles = new(suite, plan, RuntimeTracing.StartAsync);
        if (profiles.Cells(all) is > 0 and var cells)
            context.Note($"this will take about {DurationText.Of(ExpectedDuration.OfProfiles(plan, cells))}, an estimate: {cells} {(cells == 1 ? "process" : "processes one after the other")}");
        commits.Begin(canResume: false);
        await profiles.RunAsync(all, context.Time, writer, progress, commits.CellEnded, context.Stop).ConfigureAwait(false);
    }
}
