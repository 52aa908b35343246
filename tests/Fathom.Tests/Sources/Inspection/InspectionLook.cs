using Fathom.Model.Recording;
using Fathom.Query.Findings;
using Fathom.Sources.Looks;
using Fathom.Sources.Threads.Stops;
using Fathom.TestSupport;

namespace Fathom.Tests.Sources.Inspection;

/// <summary>The sample HeapFindings in some of its scenes, and one look at it: through rows, a recording and queries, as a command sees it.</summary>
internal sealed class InspectionLook : IDisposable
{
    // Rules ask for more while they judge.
    private readonly RecordedLook _recorded;

    private InspectionLook(SampleProcess sample, RecordedLook recorded)
    {
        Sample = sample;
        _recorded = recorded;
    }

    public SampleProcess Sample { get; }

    public FindingLook Look => _recorded.Look;

    /// <summary>What could not be read, each with its reason.</summary>
    public IReadOnlyList<string> Losses => _recorded.Losses;

    public ObjectLook Objects => Look.Objects!;

    public static InspectionLook At(params string[] scenes) => At(SampleProcess.Start("HeapFindings", scenes));

    public static InspectionLook At(SampleProcess sample, TimeSpan? maxPause = null)
    {
        try
        {
            StackExtractorOptions options = new() { Interval = TimeSpan.FromMilliseconds(20), InspectsHeap = true, MaxPause = maxPause };
            return new InspectionLook(sample, new RecordedLook(new LiveStackExtractor(sample.Pid, options)));
        }
        catch
        {
            sample.Dispose();
            throw;
        }
    }

    public static FindingLook Read(IExtractor extractor)
    {
        using RecordedLook recorded = new(extractor);
        return recorded.Look;
    }

    public long Fact(string name) => Sample.Facts.GetProperty(name).GetInt64();

    public void Dispose()
    {
        _recorded.Dispose();
        Sample.Dispose();
    }
}
