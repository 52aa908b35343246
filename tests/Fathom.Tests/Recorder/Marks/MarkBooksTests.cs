using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Formats.Marks;
using Fathom.Recorder.Marks;
using Fathom.TestSupport;
using Microsoft.Win32.SafeHandles;
using Xunit;

namespace Fathom.Tests.Recorder.Marks;

/// <summary>Recordings of others may run at the same time on the machine of the tests; their files get these marks too.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed partial class MarkBooksTests
{
    private const int NameOnly = 0x200000;

    [Fact]
    public void A_mark_comes_into_every_recording_that_runs_and_into_none_that_ended()
    {
        using TestFolder first = new(), second = new(), ended = new();
        MarkBook.Open(ended.Path).Dispose();
        using MarkBook one = MarkBook.Open(first.Path), two = MarkBook.Open(second.Path);

        IReadOnlyList<string> told = MarkBooks.Set(5, 6, "here").Books;

        Assert.Contains(one.Path, told);
        Assert.Contains(two.Path, told);
        Assert.Equal([new Mark(5, 6, "here")], MarkFile.Read(one.Path).Marks);
        Assert.Equal([new Mark(5, 6, "here")], MarkFile.Read(two.Path).Marks);
        Assert.Empty(MarkFile.Read(ended.File(MarkBook.FileName)).Marks);
    }

    // The names are such that the full one is in the way, in whatever order they are looked at.
    [Theory]
    [InlineData("a", "b")]
    [InlineData("b", "a")]
    public void A_recording_that_takes_no_mark_is_told_and_the_others_are_marked(string full, string free)
    {
        using TestFolder folder = new();
        foreach (string name in (string[])[full, free])
            Directory.CreateDirectory(folder.File(name));
        using MarkBook none = MarkBook.Open(folder.File(full)), one = MarkBook.Open(folder.File(free));
        Fill(none.Path);

        MarksSet set = MarkBooks.Set(5, 6, "here");

        Assert.Contains(one.Path, set.Books);
        Assert.DoesNotContain(none.Path, set.Books);
        Assert.Contains(set.Failures, failure => failure.StartsWith($"'{none.Path}' accepts no mark: ", StringComparison.Ordinal));
        Assert.Equal([new Mark(5, 6, "here")], MarkFile.Read(one.Path).Marks);
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

    // The second one is open for writing, and another user's file.
    [Theory]
    [InlineData("exec 3<\"$0\"")]
    [InlineData("exec setpriv --reuid=4711 --regid=4711 --clear-groups sh -c 'exec 3>>\"$0\"; echo ready; read line' \"$0\"", true)]
    public void A_file_that_only_has_the_name_gets_no_mark(string opens, bool isStranger = false)
    {
        if (isStranger)
            Needs.Root();
        using TestFolder folder = new();
        string path = folder.File(MarkBook.FileName);
        File.WriteAllText(path, "mine\n");
        File.SetUnixFileMode(folder.Path, File.GetUnixFileMode(folder.Path) | UnixFileMode.OtherRead | UnixFileMode.OtherExecute);
        File.SetUnixFileMode(path, File.GetUnixFileMode(path) | UnixFileMode.OtherRead | UnixFileMode.OtherWrite);
        using Process holder = Hold(opens, path);

        CheckGetsNone(path, holder);

        Assert.Equal("mine\n", File.ReadAllText(path));
    }

    [Theory]
    [InlineData("exec 3<>\"$0\"")]
    [InlineData("exec 3<>\"$0\" 4>\"$0\" 3<&-")]
    public void A_pipe_that_has_the_name_gets_no_mark_and_holds_up_nobody(string opens)
    {
        using TestFolder folder = new();
        string path = folder.File(MarkBook.FileName);
        using Process holder = Hold($"mkfifo \"$0\"; {opens}", path);

        CheckGetsNone(path, holder);
    }

    // A process can hold the file of anybody so, also of root.
    [Fact]
    public void A_descriptor_that_only_stands_for_a_name_gets_no_mark()
    {
        using TestFolder folder = new();
        string path = folder.File(MarkBook.FileName);
        File.WriteAllText(path, "mine\n");
        using SafeFileHandle name = new(Open(path, NameOnly), ownsHandle: true);
        Assert.False(name.IsInvalid);

        CheckGetsNone(path, holder: null);

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

    // One recording runs, so that a mark is set at all.
    private static void CheckGetsNone(string path, Process? holder)
    {
        using TestFolder folder = new();
        using MarkBook book = MarkBook.Open(folder.Path);
        try
        {
            IReadOnlyList<string> told = MarkBooks.Set(5, 6, "here").Books;

            Assert.Contains(book.Path, told);
            Assert.DoesNotContain(path, told);
        }
        finally
        {
            holder?.Kill();
            holder?.WaitForExit();
        }
    }

    // Up to the longest file that there can be, without a byte on the disk.
    private static void Fill(string path)
    {
        using SafeFileHandle file = File.OpenHandle(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        long low = RandomAccess.GetLength(file), high = long.MaxValue;
        while (low < high)
        {
            long middle = low + ((high - low + 1) / 2);
            try
            {
                RandomAccess.SetLength(file, middle);
                low = middle;
            }
            catch (Exception e) when (e is IOException or ArgumentException or UnauthorizedAccessException)
            {
                high = middle - 1;
            }
        }
    }

    private static Process Hold(string opens, string path)
    {
        Process holder = Process.Start(new ProcessStartInfo("sh", ["-c", $"{opens}; echo ready; read line", path]) { RedirectStandardOutput = true, RedirectStandardInput = true })!;
        Assert.Equal("ready", holder.StandardOutput.ReadLine());
        return holder;
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);
}
