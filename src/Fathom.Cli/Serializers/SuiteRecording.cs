using Fathom.Cli.Frame;
using Fathom.Model.Recording;
using Fathom.Render.Live;
using Fathom.Serializers.Checks;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Programs;
using Fathom.Serializers.Suites;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Serializers;

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

    /// <summary>Opens one that was saved.</summary>
    public static SuiteRecording Open(string path) => new(RecordingReader.Open(path), null);

    /// <summary>Measures.</summary>
    /// <param name="plan">What; without cases only the serializers are listed.</param>
    /// <param name="save">Where the recording is kept; null when it is not.</param>
    /// <param name="options">How it is written.</param>
    /// <param name="context">The run.</param>
    /// <param name="checks">What is checked besides.</param>
    public static async Task<SuiteRecording> MeasureAsync(SuitePlan plan, string? save, RecordingOptions options, CommandContext context, params CheckLane[] checks)
    {
        ProgramFolder folder = ProgramFolder.Find(Environment.GetEnvironmentVariable, AppContext.BaseDirectory);
        ProgramBuilder builder = new(folder, Path.Combine(Path.GetDirectoryName(folder.Path)!, "artifacts", "serializers"), context.Time);
        RecordingWriter writer = save is null ? RecordingWriter.CreateTemporary(options) : RecordingWriter.Create(save, options);
        try
        {
            using ProgressLine progress = context.ShowProgress();
            await RunAsync(new SerializerSuite(builder, folder, plan), plan, checks, writer, progress, context.Stop).ConfigureAwait(false);
            writer.Commit();
            return new SuiteRecording(RecordingReader.Open(writer.Folder), writer);
        }
        catch
        {
            writer.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Reader.Dispose();
        _writer?.Dispose();
    }

    private static async Task RunAsync(
        SerializerSuite suite, SuitePlan plan, CheckLane[] checks, RecordingWriter writer, IProgress<Progress> progress, CancellationToken stop)
    {
        IReadOnlyList<OfferedSerializer> all = await suite.OfferAsync(writer, progress, stop).ConfigureAwait(false);
        if (plan.ShownBytes is not null)
            await suite.ShowAsync(all, writer, progress, stop).ConfigureAwait(false);
        else if (plan.Cases.Count > 0)
            await suite.MeasureAsync(all, writer, progress, static () => { }, stop).ConfigureAwait(false);
        await new CheckSuite(checks).RunAsync(all, writer, progress, stop).ConfigureAwait(false);
    }
}
