using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

/// <summary>A recording from its temporary name to its last commit.</summary>
public sealed class RecordingLifecycleTests : RecordingTests
{
    private const int Begins = 200;

    [Fact]
    public void Before_the_first_commit_there_is_only_a_temporary_name_that_readers_refuse()
    {
        using RecordingWriter writer = Begin("r.fathom");
        WriteRows(writer, 10);

        Assert.False(Path.Exists(Folder.File("r.fathom")));
        Assert.Equal(Folder.File($"r.fathom.{Environment.ProcessId}.partial"), writer.Folder);
        Refused(writer.Folder, "being-written");
    }

    [Fact]
    public void Disposing_without_a_commit_leaves_nothing_behind()
    {
        using (RecordingWriter writer = Begin("r.fathom", partRows: 10))
            WriteRows(writer, 100);

        Assert.Empty(Directory.EnumerateFileSystemEntries(Folder.Path));
    }

    [Fact]
    public void A_commit_gives_the_name_and_the_manifest_lists_every_part()
    {
        Write("r.fathom", 10);

        using RecordingReader recording = RecordingReader.Open(Folder.File("r.fathom"));
        Assert.Equal(["r.fathom"], Names());
        Assert.True(recording.Manifest.Complete);
        Assert.Empty(recording.Notices);
        Assert.Equal(("wide", 1, 10L), recording.Manifest.Parts.Select(p => (p.Table, p.Number, p.Rows)).Single());
        Assert.Equal("test run", recording.Manifest.Command);
        Assert.Equal("r", recording.Name);
        Assert.Equal(["manifest.json", "wide/part-1.parquet"], Files("r.fathom"));
        foreach (ManifestPart part in recording.Manifest.Parts)
            recording.Verify(part);
    }

    [Fact]
    public void A_long_recording_is_readable_from_its_first_commit_on_and_says_that_it_is_incomplete()
    {
        using RecordingWriter writer = Begin("r.fathom");
        WriteRows(writer, 10);
        writer.Commit(complete: false);
        WriteRows(writer, 20);

        using (RecordingReader during = RecordingReader.Open(Folder.File("r.fathom")))
        {
            Assert.Equal(10, during.Manifest.Parts.Sum(p => p.Rows));
            Assert.Contains("is incomplete: it is still being written", Assert.Single(during.Notices), StringComparison.Ordinal);
        }

        writer.Commit();
        using RecordingReader after = RecordingReader.Open(Folder.File("r.fathom"));
        Assert.Equal(30, after.Manifest.Parts.Sum(p => p.Rows));
        Assert.Empty(after.Notices);
    }

    // Before, each of the two was taken for the writer by the other, and a writer that began meanwhile had no lock.
    [Fact]
    public void One_who_asks_whether_a_recording_is_written_is_not_taken_for_its_writer()
    {
        File.WriteAllText(Folder.File(RecordingFolder.LockName), "");
        using FileStream asking = RegularFile.OpenRead(Folder.File(RecordingFolder.LockName));
        Assert.True(FileLock.TryTake(asking.SafeFileHandle, isShared: true));

        Assert.False(RecordingFolder.IsBeingWritten(Folder.Path));
    }

    [Fact]
    public void A_recording_that_is_asked_about_while_it_begins_is_held_by_its_writer()
    {
        using CancellationTokenSource stop = new();
        Thread asking = new(() =>
        {
            while (!stop.IsCancellationRequested)
                RecordingFolder.IsBeingWritten(PartialName.Of(Folder.File("r.fathom")));
        });
        asking.Start();
        int held = 0;
        for (int i = 0; i < Begins; i++)
        {
            using RecordingFolder folder = RecordingFolder.Create(Folder.File("r.fathom"), replace: false);
            held += RecordingFolder.IsBeingWritten(folder.Current) ? 1 : 0;
        }

        stop.Cancel();
        asking.Join();
        Assert.Equal(Begins, held);
    }

    [Fact]
    public void A_recording_whose_writer_ended_early_keeps_its_commits_and_says_so()
    {
        using (RecordingWriter writer = Begin("r.fathom"))
        {
            WriteRows(writer, 10);
            writer.Commit(complete: false);
            WriteRows(writer, 20);
        }

        using RecordingReader recording = RecordingReader.Open(Folder.File("r.fathom"));
        Assert.Equal(10, recording.Manifest.Parts.Sum(p => p.Rows));
        Assert.Contains("was not closed by its writer", Assert.Single(recording.Notices), StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_can_be_written_after_the_last_commit()
    {
        using RecordingWriter writer = Begin("r.fathom");
        writer.Commit();

        Assert.Throws<ObjectDisposedException>(() => WriteRows(writer, 1));
        Assert.Throws<ObjectDisposedException>(() => writer.Commit());
    }

    [Fact]
    public void A_recording_without_rows_is_one()
    {
        using (RecordingWriter writer = Begin("r.fathom"))
            writer.Commit();

        using RecordingReader recording = RecordingReader.Open(Folder.File("r.fathom"));
        Assert.Empty(recording.Manifest.Parts);
    }

    [Fact]
    public void A_temporary_recording_is_private_and_vanishes()
    {
        string folder;
        using (RecordingWriter writer = RecordingWriter.CreateTemporary(new RecordingOptions("test run")))
        {
            WriteRows(writer, 10);
            writer.Commit();
            folder = writer.Folder;
            using RecordingReader recording = RecordingReader.Open(folder);
            Assert.Equal(10, recording.Manifest.Parts.Sum(p => p.Rows));
            if (OperatingSystem.IsWindows())
                return;
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Path.GetDirectoryName(folder)!));
        }

        Assert.False(Path.Exists(Path.GetDirectoryName(folder)));
    }

    [Fact]
    public void Losses_are_rows_and_are_summed_in_the_manifest()
    {
        using (RecordingWriter writer = Begin("r.fathom"))
        {
            for (int i = 0; i < 3; i++)
                writer.Lost(new LossRow(writer.Ids.Text("heap"), writer.Ids.Text($"segment {i}"), 0, 10, 1, 10, writer.Ids.Text("not readable")));
            writer.Lost(new LossRow(writer.Ids.Text("heap"), TextId.None, 0, 0, 0, 7, writer.Ids.Text("corrupt")));
            writer.Commit();
        }

        using RecordingReader recording = RecordingReader.Open(Folder.File("r.fathom"));
        Assert.Equal([new ManifestLoss("heap", "not readable", 3, 3, 30), new ManifestLoss("heap", "corrupt", 1, 0, 7)], recording.Manifest.Losses);
        Assert.Equal(
            ["heap|segment 0|10|not readable", "heap|segment 1|10|not readable", "heap|segment 2|10|not readable", "heap|-|7|corrupt"],
            PartFiles.Read(recording, "loss", "source, scope, bytes, reason"));
    }

    [Fact]
    public void Texts_that_no_longer_fit_are_reported_as_loss()
    {
        Interner ids = new(capacity: 10);
        using (RecordingWriter writer = RecordingWriter.Create(Folder.File("r.fathom"), new RecordingOptions("test run") { Ids = ids }))
        {
            writer.Write<WideRow>([.. Enumerable.Range(0, 50).Select(i => new WideRow { Key = (uint)i, Text = ids.Text($"text {i}") })]);
            writer.Commit();
        }

        using RecordingReader recording = RecordingReader.Open(Folder.File("r.fathom"));
        ManifestLoss loss = Assert.Single(recording.Manifest.Losses);
        Assert.Equal(("texts", ids.Overflowed), (loss.Source, loss.Count));
        Assert.True(loss.Count is > 0 and < 50);
        List<string> texts = PartFiles.Read(recording, "wide", "text");
        Assert.Equal(loss.Count, texts.Count(t => t == Interner.OverflowText));
        Assert.Single(PartFiles.Read(recording, "loss", "count"));
    }

    [Fact]
    public void Rows_beyond_the_buffer_are_written_before_their_part_is_full()
    {
        using RecordingWriter writer = RecordingWriter.Create(Folder.File("r.fathom"), new RecordingOptions("test run") { BufferBytes = 100_000 });
        for (int i = 0; i < 20; i++)
            WriteRows(writer, 500);
        writer.Commit();

        using RecordingReader recording = RecordingReader.Open(Folder.File("r.fathom"));
        Assert.Equal(10_000, recording.Manifest.Parts.Sum(p => p.Rows));
        Assert.True(recording.Manifest.Parts.Count is > 3 and < 20);
    }

    [Fact]
    public void A_defect_in_a_row_type_is_not_reported_as_a_disk_that_cannot_be_written()
    {
        using RecordingWriter writer = Begin("r.fathom");
        writer.Write<BrokenRow>([default]);

        Assert.Throws<NotSupportedException>(() => writer.Commit());
    }

    [Fact]
    public void A_part_that_cannot_be_written_fails_the_recording_and_leaves_nothing()
    {
        FathomException error;
        using (RecordingWriter writer = Begin("r.fathom"))
        {
            // Where the folder of the table should be is a file.
            File.WriteAllText(Path.Combine(writer.Folder, "wide"), "");
            WriteRows(writer, 10);
            error = Assert.Throws<FathomException>(() => writer.Commit());
        }

        Assert.Contains("cannot be written", error.Message, StringComparison.Ordinal);
        Assert.Empty(Names());
    }

    private readonly record struct BrokenRow(uint Key) : IRow<BrokenRow>
    {
        public static TableSchema Schema { get; } = new("broken", "test", "A row whose code is wrong.", [new("key", ColumnType.UInt32, "key")], []);

        public static void Transpose(ReadOnlySpan<BrokenRow> rows, in ColumnWriter to) => throw new NotSupportedException("defect");
    }
}
