using Fathom.Capture.Recording;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Recording;

/// <summary>A folder of raw files in which others can put what they like is read without waiting for them.</summary>
public sealed class PipesInRawFolderTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(RawFolder.KernelFile)]
    [InlineData(RawFolder.MachineFile)]
    [InlineData(RawFolder.NotesFile)]
    [InlineData(RawFolder.HeldFile)]
    [InlineData("marks.fathom-marks")]
    [InlineData("1.nettrace")]
    public void A_pipe_in_place_of_a_file_keeps_nobody_waiting(string name)
    {
        RawFolder raw = RawFolder.Create(_folder.File("r.fathom"), replace: false);
        if (name != RawFolder.NotesFile)
            new RecorderNotes(RecorderNotes.CurrentVersion, "record", "test", 1, []) { End = "stopped" }.Write(raw.PathOf(RawFolder.NotesFile));
        NamedPipe.Create(raw.PathOf(name));

        FathomException refused = Assert.Throws<FathomException>(() =>
            RawExtraction.Run(raw, _folder.File("r.fathom"), false, new RawExtractionOptions("extract", TimeProvider.System), new Progress<Progress>(), TestContext.Current.CancellationToken));

        Assert.Equal(ExitCode.Target, refused.ExitCode);
    }
}
