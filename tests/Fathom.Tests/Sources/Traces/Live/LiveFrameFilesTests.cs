using Fathom.Sources.Targets.Images;
using Fathom.Sources.Threads.Unwinding;
using Fathom.Sources.Traces.Live;
using Fathom.Sources.Traces.Perf;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Live;

/// <summary>Files of running processes, of which only the very one that was mapped tells how its frames are passed.</summary>
public sealed class LiveFrameFilesTests
{
    private readonly CodeMapping _library;
    private readonly string _buildId;

    public LiveFrameFilesTests()
    {
        AddressSpace space = new();
        CodeImages images = new();
        Assert.True(ExecutableMappings.TryRead(Environment.ProcessId, images, space));
        ulong start = LiveMappings.Read(Environment.ProcessId).First(static file => file.Path.EndsWith("/libcoreclr.so", StringComparison.Ordinal) && file.FileOffset > 0).Start;
        ulong code = start;
        while (!space.TryFind(code, out _library) || !_library.Image.Path.EndsWith("/libcoreclr.so", StringComparison.Ordinal))
            code += 4096;
        _buildId = ElfImages.TryRead(_library.Image.Path)!.BuildId!;
    }

    [Fact]
    public void A_library_of_this_process_has_rules_by_number_and_by_build_id()
    {
        using LiveFrameFiles files = new();
        CodeMapping named = _library with { Image = _library.Image with { BuildId = _buildId }, File = default };

        FileFrames? byNumber = Until(files, _library), byBuildId = Until(files, named);

        Assert.NotNull(byNumber);
        Assert.Equal(0, files.LeftOutCount);
        // A build is read once.
        Assert.Same(byNumber, byBuildId);
    }

    [Fact]
    public void A_file_of_another_build_or_number_is_not_used()
    {
        using LiveFrameFiles files = new();
        // No such mapping, so that the file is found by its path only.
        CodeMapping elsewhere = _library with { Start = 4096, End = 8192 };

        Assert.NotNull(Until(files, elsewhere));
        Assert.Null(Until(files, elsewhere with { Image = elsewhere.Image with { BuildId = "00112233445566778899" } }));
        Assert.Null(Until(files, elsewhere with { File = new FileNumber(elsewhere.File.Device, elsewhere.File.Inode + 1) }));
        Assert.Null(Until(files, elsewhere with { File = default }));
    }

    // Whoever reads from a pipe without a writer waits for ever.
    [Fact]
    public void A_path_that_is_no_file_is_passed_over_at_once()
    {
        using TestFolder folder = new();
        using LiveFrameFiles files = new();
        string pipe = folder.File("pipe");
        using (System.Diagnostics.Process made = System.Diagnostics.Process.Start("mkfifo", [pipe]))
            made.WaitForExit();

        Assert.Null(Until(files, _library with { Start = 4096, End = 8192, Image = _library.Image with { Path = pipe } }));
        Assert.Null(Until(files, _library with { Image = _library.Image with { Path = "[vdso]" } }));
    }

    // A busy machine may take longer than the moment for which a file is waited for.
    private static FileFrames? Until(LiveFrameFiles files, CodeMapping mapping)
    {
        for (int i = 0; i < 20; i++)
        {
            if (files.Of(in mapping, Environment.ProcessId) is FileFrames frames)
                return frames;
            Thread.Sleep(20);
        }

        return null;
    }
}
