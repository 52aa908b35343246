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

    [Fact]
    public void Only_its_owner_may_read_the_file()
    {
        using TestFolder folder = new();
        using MarkBook book = MarkBook.Open(folder.Path);

        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(book.Path));
        Assert.Throws<IOException>(() => MarkBook.Open(folder.Path));
    }
}
