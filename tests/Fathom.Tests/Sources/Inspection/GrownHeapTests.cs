using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Looks;
using Fathom.Sources.Threads.Stops;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Inspection;

/// <summary>Looks at the objects of a heap that is not copied in the stop.</summary>
public sealed class GrownHeapTests
{
    // A mebibyte, which the heap of the sample does not fit.
    private const long TooFew = -(12L << 20);

    [Fact]
    [Trait("Category", "Slow")]
    public void A_heap_that_has_outgrown_its_copy_is_not_read_in_a_stop_that_was_said_without_it()
    {
        using SampleProcess sample = SampleProcess.Start("HeapFindings", "strings");
        List<TimeSpan> said = [];
        List<long> prepared = [];
        LiveStackExtractor extractor = new(sample.Pid, Options(said))
        {
            PrepareCopy = (memory, bytes) =>
            {
                prepared.Add(bytes);
                return HeapCopy.Prepare(memory, prepared.Count == 1 ? TooFew : bytes, long.MaxValue);
            },
        };

        using RecordedLook look = new(extractor);

        // Each stop was said, and the second one had a copy.
        Assert.Equal((2, 2), (said.Count, prepared.Count));
        Assert.Empty(look.Look.Unfinished);
        Assert.InRange(look.Look.Objects!.Facts.StringWastedBytes, sample.Facts.GetProperty("string_waste").GetInt64(), long.MaxValue);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_heap_that_outgrows_each_copy_is_read_in_a_stop_that_is_said_with_it()
    {
        using SampleProcess sample = SampleProcess.Start("HeapFindings", "strings", "events");
        List<TimeSpan> said = [];
        int prepared = 0;
        LiveStackExtractor extractor = new(sample.Pid, Options(said))
        {
            PrepareCopy = (memory, _) =>
            {
                prepared++;
                return HeapCopy.Prepare(memory, TooFew, long.MaxValue);
            },
        };

        using RecordedLook look = new(extractor);

        Assert.Equal((3, 2), (said.Count, prepared));
        Assert.Empty(look.Look.Unfinished);
        Assert.NotEmpty(look.Look.Objects!.Delegates);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_pause_is_never_said_longer_than_the_limit_that_ends_it()
    {
        using SampleProcess sample = SampleProcess.Start("HeapFindings", "events");
        List<TimeSpan> said = [];
        StackExtractorOptions options = Options(said) with { MaxPause = TimeSpan.FromTicks(1) };
        LiveStackExtractor extractor = new(sample.Pid, options) { PrepareCopy = static (_, _) => null };

        using RecordedLook look = new(extractor);

        Assert.Equal([TimeSpan.FromTicks(1)], said);
        Assert.NotEmpty(look.Look.Unfinished);
    }

    private static StackExtractorOptions Options(List<TimeSpan> said) =>
        new() { Interval = TimeSpan.FromMilliseconds(20), InspectsHeap = true, PauseExpected = said.Add };
}
