using Fathom.Capture.Recording;
using Fathom.Recorder.Kernel;
using Fathom.Recorder.Segments;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PerfData.Cutting;
using Xunit;

namespace Fathom.Tests.Recorder.Segments;

/// <summary>What a killed recorder left of a ring becomes raw files of the last part, and what it said is that of the same time.</summary>
public sealed class RingCutTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void What_was_said_of_earlier_is_left_out()
    {
        RawFolder raw = Ring();
        File.WriteAllText(raw.PathOf(RawFolder.KernelFile + SegmentCut.PartialSuffix), "half of it");

        RecorderNotes cut = RingCut.OfKilled(raw, Notes(), 4_000);

        Assert.Equal((5_000L, 9_001L), cut.Window!.Span);
        Assert.Equal(6_000, Assert.Single(cut.Lost).FromNs);
        Assert.Equal(4_000, Assert.Single(cut.Silent).FromNs);
        Assert.Equal((5_000L, 9_001L), (cut.Sources[0].StartNs, cut.Sources[0].StopNs));
        Assert.Equal(cut.Window, RecorderNotes.TryRead(raw.PathOf(RawFolder.NotesFile))!.Window);
        Assert.Equal([raw.PathOf(RawFolder.KernelFile), raw.PathOf(RawFolder.NotesFile)], Directory.GetFileSystemEntries(raw.Path).Order());
    }

    [Fact]
    public void A_file_that_is_there_is_whole()
    {
        RawFolder raw = Ring();
        File.WriteAllText(raw.PathOf(RawFolder.KernelFile), "all of it");

        RingCut.OfKilled(raw, Notes(), 4_000);

        Assert.Equal("all of it", File.ReadAllText(raw.PathOf(RawFolder.KernelFile)));
    }

    // A machine that runs for less than the ring keeps.
    [Fact]
    public void What_is_shorter_than_the_ring_is_whole()
    {
        RecorderNotes cut = RingCut.OfKilled(Ring(), Notes(), 20_000);

        Assert.Null(cut.Window);
        Assert.Equal(2, cut.Lost.Count);
    }

    private RawFolder Ring()
    {
        RawFolder raw = RawFolder.Create(_folder.File("r.fathom"), replace: false);
        string ring = Directory.CreateDirectory(raw.PathOf(SegmentFiles.Folder)).FullName;
        CutFile written = new CutFile().Head().Began(static pipe => pipe.Thread(10, 10, "app"u8));
        File.WriteAllBytes(
            SegmentFiles.PathOf(ring, RawFolder.KernelFile, 1),
            written.Switch(1_000, 10, 10, isOut: true).Switch(9_000, 10, 10, isOut: false).Round().Bytes);
        return raw;
    }

    private static RecorderNotes Notes() => new(RecorderNotes.CurrentVersion, "record", "test", 1, [])
    {
        RingNs = 4_000,
        Sources = [new SourceWindow(RawFolder.KernelFile, "kernel", null, 1, 9_500, 1)],
        Lost = [new LostEvents("e", 0, 2_000, 3_000, 1), new LostEvents("e", 0, 6_000, 7_000, 2)],
        Silent = [new SilentEvent("e", 0, 100, 200), new SilentEvent("e", 0, 4_000, 8_000)],
    };
}
