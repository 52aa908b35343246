using Fathom.Capture.Recording;
using Fathom.Files;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Recording;

/// <summary>The book in which a recorder publishes its saves, and the request that waits for one of them.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class SaveBookTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_request_gets_the_first_save_that_ends_after_it_also_when_the_folder_is_gone()
    {
        RawFolder raw = RawFolder.Create(_folder.File("app.fathom"), replace: false);
        using SaveBook book = SaveBook.Make(raw);
        book.Add(Note(5, "before"));
        using SaveBookReader reader = SaveBookReader.TryOpen(raw.Path)!;
        Assert.Null(reader.FirstSince(10));
        book.Add(Note(9, "of another request"));
        Assert.Null(reader.FirstSince(10));

        raw.Remove();
        book.Add(Note(10, "it"));
        book.Add(Note(11, "later"));

        Assert.Equal("it", reader.FirstSince(10)?.Recording);
        Assert.Null(SaveBookReader.TryOpen(raw.Path));
    }

    [Fact]
    public void Half_a_line_is_waited_for_and_a_broken_one_passed_over()
    {
        string path = _folder.File(SaveBook.FileName);
        using (OwnFile.Make(path))
        {
        }

        using SaveBookReader reader = SaveBookReader.TryOpen(_folder.Path)!;
        File.AppendAllText(path, "{\"asked_ns\": 12, \"recording\": \"a\", \"raw_folder\": null, \"length");
        Assert.Null(reader.FirstSince(10));
        const string rest = "_ns\": 7, \"failure\": null, \"lacks\": []}\n";
        File.AppendAllText(path, $"{rest}nonsense\n{{\"asked_ns\": 13, \"recording\": \"b\", \"raw_folder\": null, \"length{rest}");

        Assert.Equal("a", reader.FirstSince(10)?.Recording);
        Assert.Equal("b", reader.FirstSince(10)?.Recording);
    }

    // Its block is there before the disk is full.
    [Fact]
    public void A_book_has_an_empty_line_before_any_save_which_is_none()
    {
        RawFolder raw = RawFolder.Create(_folder.File("app.fathom"), replace: false);
        using SaveBook book = SaveBook.Make(raw);

        Assert.Equal(1, new FileInfo(raw.PathOf(SaveBook.FileName)).Length);
        book.Add(Note(10, "it"));
        Assert.Equal(2, File.ReadAllLines(raw.PathOf(SaveBook.FileName)).Length);
    }

    [Fact]
    public void What_is_published_is_read_as_it_was()
    {
        RawFolder raw = RawFolder.Create(_folder.File("app.fathom"), replace: false);
        using SaveBook book = SaveBook.Make(raw);
        using SaveBookReader reader = SaveBookReader.TryOpen(raw.Path)!;
        SavedRecording joined = new(5, "/a/app-1.fathom", null, TimeSpan.FromSeconds(2), null, ["a lack"]) { Count = 3 };
        SavedRecording late = new(6, null, null, default, "It was late.", []) { IsStopping = true };
        book.Add(joined.ToNote());
        book.Add(late.ToNote());

        SavedRecording read = SavedRecording.Of(reader.FirstSince(5)!);
        Assert.Equal((joined.Recording, joined.Length, "a lack"), (read.Recording, read.Length, Assert.Single(read.Lacks)));
        Assert.StartsWith("3 saves ", Assert.Single(read.Notes), StringComparison.Ordinal);
        read = SavedRecording.Of(reader.FirstSince(6)!);
        Assert.Equal((true, "It was late."), (read.IsStopping, read.Failure));
        Assert.Empty(read.Notes);
    }

    [Fact]
    public void Saves_that_wait_are_taken_as_one_with_the_time_of_each()
    {
        using AskedSaves asked = new();
        Assert.Null(asked.Take());
        asked.Add(20);
        asked.Add(10, new SaveCause(7, "threads=9..", 9));
        asked.Add(30);

        Assert.Equal(10, asked.FirstNs);
        Assert.True(asked.Handle.WaitOne(0));
        AskedSave taken = asked.Take()!;
        Assert.Equal((10, 30, 3), (taken.FirstNs, taken.LastNs, taken.Count));
        Assert.Equal(7, Assert.Single(taken.Causes).ProcessId);
        Assert.Null(asked.FirstNs);
    }

    private static SaveNote Note(long ns, string name) => new(ns, name, null, 1, null, []);
}
