using System.Diagnostics;
using Fathom.Formats.Marks;
using Fathom.Recorder.Marks;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Recorder.Marks;

/// <summary>Recordings of others may run at the same time on the machine of the tests; their files get these marks too.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class MarkBooksTests
{
    [Fact]
    public void A_mark_comes_into_every_recording_that_runs_and_into_none_that_ended()
    {
        using TestFolder first = new(), second = new(), ended = new();
        MarkBook.Open(ended.Path).Dispose();
        using MarkBook one = MarkBook.Open(first.Path), two = MarkBook.Open(second.Path);

        IReadOnlyList<string> told = MarkBooks.Set(5, 6, "here");

        Assert.Contains(one.Path, told);
        Assert.Contains(two.Path, told);
        Assert.Equal([new Mark(5, 6, "here")], MarkFile.Read(one.Path).Marks);
        Assert.Equal([new Mark(5, 6, "here")], MarkFile.Read(two.Path).Marks);
        Assert.Empty(MarkFile.Read(ended.File(MarkBook.FileName)).Marks);
    }

    [Fact]
    public void Marks_of_many_at_once_are_all_there_and_whole()
    {
        using TestFolder folder = new();
        using MarkBook book = MarkBook.Open(folder.Path);

        Parallel.For(0, 200, i => MarkBooks.Set(i, 1, $"mark {i} {new string('y', i)}"));

        MarkFileContent content = MarkFile.Read(book.Path);
        Assert.Equal(0, content.BadLines);
        Assert.Equal(Enumerable.Range(0, 200).Select(i => $"mark {i} {new string('y', i)}"), content.Marks.OrderBy(static mark => mark.TsNs).Select(static mark => mark.Text));
    }

    [Theory]
    [InlineData("a file that is open for reading only", "exec 3<\"$0\"")]
    [InlineData("a pipe", "rm \"$0\" && mkfifo \"$0\" && exec 3<>\"$0\"")]
    public void What_only_has_the_name_gets_no_mark(string what, string opens)
    {
        using TestFolder folder = new(), real = new();
        string path = folder.File(MarkBook.FileName);
        File.WriteAllText(path, "mine\n");
        using Process holder = Process.Start(new ProcessStartInfo("sh", ["-c", $"{opens}; echo ready; read line", path]) { RedirectStandardOutput = true, RedirectStandardInput = true })!;
        Assert.Equal("ready", holder.StandardOutput.ReadLine());
        using MarkBook book = MarkBook.Open(real.Path);
        try
        {
            IReadOnlyList<string> told = MarkBooks.Set(5, 6, what);

            Assert.Contains(book.Path, told);
            Assert.DoesNotContain(path, told);
        }
        finally
        {
            holder.Kill();
            holder.WaitForExit();
        }

        if (new FileInfo(path).Length > 0)
            Assert.Equal("mine\n", File.ReadAllText(path));
    }

    [Fact]
    public void Only_its_owner_may_read_the_file()
    {
        using TestFolder folder = new();
        using MarkBook book = MarkBook.Open(folder.Path);

        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(book.Path));
        Assert.Throws<IOException>(() => MarkBook.Open(folder.Path));
    }
}
