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
        // Once more, because what came within the same tick has the same time.
        Assert.Single(Next(folder));
        Assert.All(Enumerable.Range(0, 5), _ => Assert.Null(folder.Changed()));

        Add(12);

        Assert.Equal([new ProcessInstance(11, 7), new ProcessInstance(12, 7)], Next(folder).OrderBy(static each => each.ProcessId));
    }

    [Fact]
    public void What_a_link_leads_to_is_looked_at()
    {
        Directory.CreateDirectory(_folder.File("to"));
        Directory.CreateSymbolicLink(_folder.File("link"), _folder.File("to"));
        PortFolder folder = new(_folder.File("link") + "/");
        Assert.Empty(Next(folder));
        Assert.Empty(Next(folder));

        Add(13, "to/");

        Assert.Equal([new ProcessInstance(13, 7)], Next(folder));
    }

    [Fact]
    public void A_folder_that_is_gone_has_none() => Assert.Empty(Next(new PortFolder(_folder.File("gone"))));

    // Listing waits for its share of a processor.
    private static HashSet<ProcessInstance> Next(PortFolder folder)
    {
        HashSet<ProcessInstance>? named = null;
        SpinWait.SpinUntil(() => (named = folder.Changed()) is not null, TimeSpan.FromSeconds(30));
        return named!;
    }

    private void Add(int processId, string below = "") => File.WriteAllText(_folder.File($"{below}dotnet-diagnostic-{processId}-7-socket"), "");
}
