using Fathom.Recorder.Runtimes;
using Fathom.Sources.Machine.Processes;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Recorder.Runtimes;

/// <summary>A folder of diagnostic ports is listed again only after it changed.</summary>
public sealed class PortFolderTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Sockets_are_told_once_and_again_when_one_came()
    {
        PortFolder folder = new(_folder.Path);
        Add(11);
        Assert.Equal([new ProcessInstance(11, 7)], Next(folder));
        // The first look may have been too near to the change.
        int looks = 0;
        for (int i = 0; i < 100; i++)
        {
            Thread.Sleep(10);
            looks += folder.Changed() is null ? 0 : 1;
        }

        Assert.InRange(looks, 0, 1);

        Add(12);

        Assert.Equal([new ProcessInstance(11, 7), new ProcessInstance(12, 7)], Next(folder).OrderBy(static each => each.ProcessId));
    }

    [Fact]
    public void A_folder_that_is_gone_has_none() => Assert.Null(new PortFolder(_folder.File("gone")).Changed());

    // Listing waits for its share of a processor.
    private static HashSet<ProcessInstance> Next(PortFolder folder)
    {
        HashSet<ProcessInstance>? named = null;
        SpinWait.SpinUntil(() => (named = folder.Changed()) is not null, TimeSpan.FromSeconds(30));
        return named!;
    }

    private void Add(int processId) => File.WriteAllText(_folder.File($"dotnet-diagnostic-{processId}-7-socket"), "");
}
