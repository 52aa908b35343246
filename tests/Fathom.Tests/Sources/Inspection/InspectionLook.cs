using Fathom.Model.Recording;
using Fathom.Model.Results;
using Fathom.Query.Findings;
using Fathom.Query.Sessions;
using Fathom.Query.Stacks;
using Fathom.Query.Statements;
using Fathom.Sources.Looks;
using Fathom.Sources.Threads.Stops;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Inspection;

/// <summary>The sample HeapFindings in some of its scenes, and one look at it: through rows, a recording and queries, as a command sees it.</summary>
internal sealed class InspectionLook : IDisposable
{
    private InspectionLook(SampleProcess sample, FindingLook look, IReadOnlyList<string> losses)
    {
        Sample = sample;
        Look = look;
        Losses = losses;
    }

    public SampleProcess Sample { get; }

    public FindingLook Look { get; }

    /// <summary>What could not be read, each with its reason.</summary>
    public IReadOnlyList<string> Losses { get; }

    public ObjectLook Objects => Look.Objects!;

    public static InspectionLook At(params string[] scenes) => At(SampleProcess.Start("HeapFindings", scenes));

    public static InspectionLook At(SampleProcess sample, TimeSpan? maxPause = null)
    {
        try
        {
            FindingLook look = Read(
                new LiveStackExtractor(sample.Pid, new StackExtractorOptions { Interval = TimeSpan.FromMilliseconds(20), InspectsHeap = true, MaxPause = maxPause }),
                out IReadOnlyList<string> losses);
            return new InspectionLook(sample, look, losses);
        }
        catch
        {
            sample.Dispose();
            throw;
        }
    }

    public static FindingLook Read(IExtractor extractor) => Read(extractor, out _);

    private static FindingLook Read(IExtractor extractor, out IReadOnlyList<string> losses)
    {
        using RecordingWriter writer = RecordingWriter.CreateTemporary(new RecordingOptions("fathom findings"));
        extractor.Run(writer, new Progress<Progress>(), TestContext.Current.CancellationToken);
        writer.Commit();
        using RecordingReader reader = RecordingReader.Open(writer.Folder);
        using QuerySession session = QuerySession.Open(reader);
        ThreadLook threads = ThreadLookReader.Read(session, 0, TestContext.Current.CancellationToken);
        losses = [.. session.Run("recording/losses", TestContext.Current.CancellationToken, new QueryParameter("rec", Cell.Of(0))).Rows.Select(static row => string.Join(' ', row))];
        return new FindingLookReader(session, 0, TestContext.Current.CancellationToken).Read(threads);
    }

    public long Fact(string name) => Sample.Facts.GetProperty(name).GetInt64();

    public void Dispose() => Sample.Dispose();
}
