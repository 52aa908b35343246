using Fathom.Recorder.Segments;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Recorder.Segments;

/// <summary>A file that is cut out of segments has its name only when it is whole.</summary>
public sealed class SegmentCutTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void What_a_killed_one_left_is_replaced_and_nothing_is_left_where_nothing_was_recorded()
    {
        string cut = _folder.File("cut");
        File.WriteAllText(cut + SegmentCut.PartialSuffix, "half of it");
        File.WriteAllText(SegmentFiles.PathOf(_folder.Path, "a", 1), "");

        Assert.Null(SegmentCut.Kernel(_folder.Path, "a", (0, long.MaxValue), cut));
        Assert.Null(SegmentCut.Runtime(_folder.Path, "a", (0, long.MaxValue), null, cut));
        Assert.Equal([SegmentFiles.PathOf(_folder.Path, "a", 1)], Directory.GetFiles(_folder.Path));
    }
}
