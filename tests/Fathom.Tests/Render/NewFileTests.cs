using System.Text;
using Fathom.Model;
using Fathom.Render.Output;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Render;

public sealed class NewFileTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_file_appears_as_a_whole_and_nothing_else_is_left()
    {
        string path = _folder.File("a.csv");
        NewFile.Write(path, force: false, stream =>
        {
            stream.Write("half"u8);
            stream.Flush();
            Assert.False(File.Exists(path));
            stream.Write(" whole"u8);
        });

        Assert.Equal("half whole", File.ReadAllText(path));
        Assert.Equal(["a.csv"], _folder.FileNames());
    }

    [Fact]
    public void A_failed_write_leaves_the_old_file_and_nothing_else()
    {
        string path = _folder.File("a.csv");
        File.WriteAllText(path, "old");

        Assert.Throws<InvalidOperationException>(() => NewFile.Write(path, force: true, stream =>
        {
            stream.Write("new"u8);
            throw new InvalidOperationException();
        }));
        Assert.Equal("old", File.ReadAllText(path));
        Assert.Equal(["a.csv"], _folder.FileNames());
    }

    [Fact]
    public void An_existing_file_is_replaced_only_by_force()
    {
        string path = _folder.File("a.csv");
        File.WriteAllText(path, "old");

        FathomException error = Assert.Throws<FathomException>(() => Write(path, force: false));
        Assert.Equal((ExitCode.Target, $"'{path}' exists already."), (error.ExitCode, error.Message));
        Assert.Contains("--force", error.NextStep, StringComparison.Ordinal);
        Assert.Equal("old", File.ReadAllText(path));
        Write(path, force: true);
        Assert.Equal("new", File.ReadAllText(path));
    }

    [Fact]
    public void A_file_that_appears_meanwhile_is_not_replaced()
    {
        string path = _folder.File("a.csv");

        Assert.Throws<FathomException>(() => NewFile.Write(path, force: false, _ => File.WriteAllText(path, "somebody else's")));
        Assert.Equal("somebody else's", File.ReadAllText(path));
        Assert.Equal(["a.csv"], _folder.FileNames());
    }

    // Another user may write to the folder above.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_folder_that_is_replaced_by_a_link_meanwhile_leads_nowhere_else(bool force)
    {
        Directory.CreateDirectory(_folder.File("shared"));
        Directory.CreateDirectory(_folder.File("elsewhere"));
        string temporary = $"a.csv.{Environment.ProcessId}.partial";

        NewFile.Write(_folder.File("shared/a.csv"), force, stream =>
        {
            stream.Write("ours"u8);
            Directory.Move(_folder.File("shared"), _folder.File("moved"));
            File.CreateSymbolicLink(_folder.File("shared"), _folder.File("elsewhere"));
            File.WriteAllText(_folder.File($"elsewhere/{temporary}"), "theirs");
        });

        Assert.Equal("ours", File.ReadAllText(_folder.File("moved/a.csv")));
        Assert.Equal([temporary], Directory.EnumerateFiles(_folder.File("elsewhere")).Select(Path.GetFileName));
        Assert.Single(Directory.EnumerateFiles(_folder.File("moved")));
    }

    [Fact]
    public void A_link_is_followed()
    {
        File.WriteAllText(_folder.File("real.csv"), "old");
        File.CreateSymbolicLink(_folder.File("link.csv"), _folder.File("real.csv"));
        Write(_folder.File("link.csv"), force: true);

        Assert.Equal("new", File.ReadAllText(_folder.File("real.csv")));
        Assert.NotNull(new FileInfo(_folder.File("link.csv")).LinkTarget);
    }

    [Fact]
    public void A_device_is_written_to_and_stays_a_device()
    {
        Write("/dev/null", force: true);

        Assert.Equal(0, new FileInfo("/dev/null").Length);
        Assert.Throws<FathomException>(() => Write("/dev/full", force: false));
    }

    [Fact]
    public void A_place_that_cannot_be_written_is_named()
    {
        Assert.Equal($"Cannot write '{_folder.Path}': it is a folder.", Refusal(_folder.Path));
        Assert.Equal($"Cannot write '{_folder.Path}/no/a.csv': there is no folder '{_folder.Path}/no'.", Refusal(_folder.File("no/a.csv")));
        // /proc refuses new files even to root.
        Assert.StartsWith("Cannot write '/proc/a.csv': ", Refusal("/proc/a.csv"), StringComparison.Ordinal);
    }

    private static string Refusal(string path)
    {
        FathomException error = Assert.Throws<FathomException>(() => Write(path, force: false));
        Assert.Equal(ExitCode.Target, error.ExitCode);
        Assert.NotNull(error.NextStep);
        return error.Message;
    }

    private static void Write(string path, bool force) => NewFile.Write(path, force, stream => stream.Write(Encoding.UTF8.GetBytes("new")));
}
