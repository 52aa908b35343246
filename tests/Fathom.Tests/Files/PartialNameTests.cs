using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Render.Output;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Files;

/// <summary>What a killed process left under a temporary name goes, and what a running one writes stays.</summary>
public sealed class PartialNameTests : IDisposable
{
    // Larger than the kernel ever gives.
    private const int Dead = 99_999_999;

    private static readonly DateTime s_later = DateTime.UtcNow.AddHours(1);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_file_of_an_ended_process_goes()
    {
        string left = Left("a.csv", Dead);

        PartialName.RemoveLeft(_folder.File("a.csv"), null, s_later);

        Assert.False(File.Exists(left));
    }

    [Fact]
    public void What_may_be_in_use_or_is_something_else_stays()
    {
        using Process running = Process.Start("sleep", "1000");
        string[] kept =
        [
            Left("a.csv", running.Id), Left("a.csv", Environment.ProcessId), Left("b.csv", Dead), Left("a.csv.old", Dead),
            _folder.File("a.csv.x.partial"),
        ];
        File.WriteAllText(kept[^1], "");
        try
        {
            PartialName.RemoveLeft(_folder.File("a.csv"), null, s_later);

            Assert.All(kept, static file => Assert.True(File.Exists(file), file));
        }
        finally
        {
            running.Kill();
        }
    }

    // A process of another PID namespace has a number that says nothing here.
    [Fact]
    public void A_file_that_somebody_holds_stays()
    {
        string held = _folder.File($"a.csv.{Dead}.partial");
        using (FileHold.Make(held))
        {
            PartialName.RemoveLeft(_folder.File("a.csv"), null, s_later);
            Assert.True(File.Exists(held));
        }

        PartialName.RemoveLeft(_folder.File("a.csv"), null, s_later);
        Assert.False(File.Exists(held));
    }

    [Fact]
    public void A_young_file_stays()
    {
        string left = Left("a.csv", Dead);

        PartialName.RemoveLeft(_folder.File("a.csv"), null, File.GetLastWriteTimeUtc(left).AddSeconds(1));

        Assert.True(File.Exists(left));
    }

    [Fact]
    public void A_folder_goes_unless_its_writer_holds_it()
    {
        string left = Directory.CreateDirectory(_folder.File($"a.fathom.{Dead}.partial")).FullName;
        Directory.CreateDirectory(Path.Combine(left, "thread"));
        using (FileHold.Make(Path.Combine(left, "writer.lock")))
        {
            PartialName.RemoveLeft(_folder.File("a.fathom/"), "writer.lock", s_later);
            Assert.True(Directory.Exists(left));
        }

        PartialName.RemoveLeft(_folder.File("a.fathom/"), "writer.lock", s_later);
        Assert.False(Directory.Exists(left));
    }

    [Fact]
    public void Who_writes_the_same_name_removes_it()
    {
        string file = Left("a.csv", Dead), folder = Directory.CreateDirectory(_folder.File($"a.fathom.{Dead}.partial")).FullName;
        File.SetLastWriteTimeUtc(file, DateTime.UtcNow.AddHours(-1));
        Directory.SetLastWriteTimeUtc(folder, DateTime.UtcNow.AddHours(-1));

        NewFile.Write(_folder.File("a.csv"), force: false, static stream => stream.WriteByte((byte)'a'));
        RecordingFolder.Create(_folder.File("a.fathom"), replace: false).Dispose();

        Assert.Equal([_folder.File("a.csv")], Directory.GetFileSystemEntries(_folder.Path));
    }

    private string Left(string name, int process)
    {
        string path = _folder.File(string.Create(CultureInfo.InvariantCulture, $"{name}.{process}.partial"));
        File.WriteAllText(path, "half");
        return path;
    }
}
