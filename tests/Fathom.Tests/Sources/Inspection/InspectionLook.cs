using Fathom.Model.Recording;
using Fathom.Query.Findings;
using Fathom.Query.Sessions;
using Fathom.Query.Stacks;
using Fathom.Sources.Stacks;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Inspection;

/// <summary>The sample HeapFindings in some of its scenes, and one look at it: through rows, a recording and queries, as a command sees it.</summary>
internal sealed class InspectionLook : IDisposable
{
    private InspectionLook(SampleProcess sample, FindingLook look)
    {
        Sample = sample;
        Look = look;
    }

    public SampleProcess Sample { get; }

    public FindingLook Look { get; }

    public ObjectLook Objects => Look.Objects!;

    public static InspectionLook At(params string[] scenes) => At(SampleProcess.Start("HeapFindings", scenes));

    public static InspectionLook At(SampleProcess sample)
    {
        try
        {
            return new InspectionLook(sample, Read(new LiveStackExtractor(sample.Pid, new StackExtractorOptions { Interval = TimeSpan.FromMilliseconds(20), InspectsHeap = true })));
        }
        catch
        {
            sample.Dispose();
            throw;
        }
    }

    public static FindingLook Read(IExtractor extractor)
    {
        using RecordingWriter writer = RecordingWriter.CreateTemporary(new RecordingOptions("fathom findings"));
        extractor.Run(writer, new Progress<Progress>(), TestContext.Current.CancellationToken);
        writer.Commit();
        using RecordingReader reader = RecordingReader.Open(writer.Folder);
        using QuerySession session = QuerySession.Open(reader);
        ThreadLook threads = ThreadLookReader.Read(session, 0, TestContext.Current.CancellationToken);
        return new FindingLookReader(session, 0, TestContext.Current.CancellationToken).Read(threads);
    }

    public long Fact(string name) => Sample.Facts.GetProperty(name).GetInt64();

    public void Dispose() => Sample.Dispose();
}
