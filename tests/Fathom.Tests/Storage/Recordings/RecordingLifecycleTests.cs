using System.Text;
using System.Text.RegularExpressions;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

public sealed class RecordingLifecycleTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Before_the_first_commit_there_is_only_a_temporary_name_that_readers_refuse()
    {
        using RecordingWriter writer = Begin("r.fathom");
        WriteRows(writer, 10);

        Assert.False(Path.Exists(_folder.File("r.fathom")));
        Assert.Equal(_folder.File($"r.fathom.{Environment.ProcessId}.partial"), writer.Folder);
        Refused(writer.Folder, "being-written");
    }

    [Fact]
    public void Disposing_without_a_commit_leaves_nothing_behind()
    {
        using (RecordingWriter writer = Begin("r.fathom", partRows: 10))
            WriteRows(writer, 100);

        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [Fact]
    public void A_commit_gives_the_name_and_the_manifest_lists_every_part()
    {
        Write("r.fathom", 10);

        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
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

        using (RecordingReader during = RecordingReader.Open(_folder.File("r.fathom")))
        {
            Assert.Equal(10, during.Manifest.Parts.Sum(p => p.Rows));
            Assert.Contains("is incomplete: it is still being written", Assert.Single(during.Notices), StringComparison.Ordinal);
        }

        writer.Commit();
        using RecordingReader after = RecordingReader.Open(_folder.File("r.fathom"));
        Assert.Equal(30, after.Manifest.Parts.Sum(p => p.Rows));
        Assert.Empty(after.Notices);
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

        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
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

        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
        Assert.Empty(recording.Manifest.Parts);
    }

    [Fact]
    public void Force_replaces_a_recording_and_only_at_the_commit()
    {
        Write("r.fathom", 10);
        using (RecordingWriter writer = Begin("r.fathom", replace: true))
        {
            WriteRows(writer, 20);
            Assert.Equal(10, RowsOf("r.fathom"));
            writer.Commit();
        }

        Assert.Equal(20, RowsOf("r.fathom"));
        Assert.Equal(["r.fathom"], Names());
    }

    [Fact]
    public void Force_without_a_commit_keeps_the_old_recording()
    {
        Write("r.fathom", 10);
        using (RecordingWriter writer = Begin("r.fathom", replace: true))
            WriteRows(writer, 20);

        Assert.Equal(10, RowsOf("r.fathom"));
    }

    [Fact]
    public void Two_recordings_of_one_name_at_a_time_are_refused()
    {
        using RecordingWriter writer = Begin("r.fathom");

        Refused(() => Begin("r.fathom"), "same-name-twice");
    }

    [Fact]
    public void What_a_killed_process_of_the_same_number_left_is_taken_over()
    {
        string left = _folder.File($"r.fathom.{Environment.ProcessId}.partial");
        Directory.CreateDirectory(Path.Combine(left, "wide"));
        File.WriteAllText(Path.Combine(left, "writer.lock"), "");
        File.WriteAllText(Path.Combine(left, "wide", "part-1.parquet"), "rest");
        Refused(left, "left-behind");

        Write("r.fathom", 5);

        Assert.Equal(["r.fathom"], Names());
        Assert.Equal(["manifest.json", "wide/part-1.parquet"], Files("r.fathom"));
    }

    [Fact]
    public void Existing_output_is_refused_and_only_recordings_are_ever_replaced()
    {
        Write("r.fathom", 1);
        Directory.CreateDirectory(_folder.File("photos"));
        File.WriteAllText(_folder.File("photos/a.jpg"), "x");
        File.WriteAllText(_folder.File("notes.txt"), "x");
        Write("mixed.fathom", 1);
        File.WriteAllText(_folder.File("mixed.fathom/diary.txt"), "x");

        Refused(() => Begin("r.fathom"), "exists");
        Refused(() => Begin("photos", replace: true), "exists-foreign-folder");
        Refused(() => Begin("notes.txt", replace: true), "exists-foreign-file");
        Refused(() => Begin("mixed.fathom", replace: true), "exists-with-foreign-file");
        Assert.Equal(["mixed.fathom", "notes.txt", "photos", "r.fathom"], Names());
    }

    [Fact]
    public void An_output_that_cannot_be_written_is_refused_before_work_starts()
    {
        File.WriteAllText(_folder.File("file"), "x");

        Refused(() => Begin("file/r.fathom"), "unwritable");
        Refused(() => Begin("absent/r.fathom"), "no-folder");
        Assert.Equal(["file"], Names());
    }

    [Fact]
    public void An_empty_folder_may_become_a_recording()
    {
        Directory.CreateDirectory(_folder.File("r.fathom"));

        using (RecordingWriter writer = Begin("r.fathom", replace: true))
            writer.Commit();

        Assert.Equal(0, RowsOf("r.fathom"));
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

        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
        Assert.Equal([new ManifestLoss("heap", "not readable", 3, 3, 30), new ManifestLoss("heap", "corrupt", 1, 0, 7)], recording.Manifest.Losses);
        Assert.Equal(
            ["heap|segment 0|10|not readable", "heap|segment 1|10|not readable", "heap|segment 2|10|not readable", "heap|-|7|corrupt"],
            PartFiles.Read(recording, "loss", "source, scope, bytes, reason"));
    }

    [Fact]
    public void Texts_that_no_longer_fit_are_reported_as_loss()
    {
        Interner ids = new(capacity: 10);
        using (RecordingWriter writer = RecordingWriter.Create(_folder.File("r.fathom"), new RecordingOptions("test run") { Ids = ids }))
        {
            writer.Write<WideRow>([.. Enumerable.Range(0, 50).Select(i => new WideRow { Key = (uint)i, Text = ids.Text($"text {i}") })]);
            writer.Commit();
        }

        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
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
        using RecordingWriter writer = RecordingWriter.Create(_folder.File("r.fathom"), new RecordingOptions("test run") { BufferBytes = 100_000 });
        for (int i = 0; i < 20; i++)
            WriteRows(writer, 500);
        writer.Commit();

        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
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
    public void Force_puts_a_folder_in_the_place_of_a_packed_recording()
    {
        Write("r.fathom", 10);
        using (RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom")))
            RecordingPacker.Pack(recording, _folder.File("p.fathom"), replace: false, TestContext.Current.CancellationToken);

        using (RecordingWriter writer = Begin("p.fathom", replace: true))
            writer.Commit();

        Assert.Equal(RecordingForm.Folder, RecordingFormat.Recognize(_folder.File("p.fathom")));
        Assert.Equal(["p.fathom", "r.fathom"], Names());
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

    [Fact]
    public void Bad_recordings_are_refused_with_the_reason()
    {
        File.WriteAllText(_folder.File("empty-file"), "");
        File.WriteAllText(_folder.File("foreign.txt"), "no recording");
        Directory.CreateDirectory(_folder.File("empty"));
        Directory.CreateDirectory(_folder.File("foreign"));
        File.WriteAllText(_folder.File("foreign/readme.txt"), "x");
        Refused(_folder.File("absent"), "absent");
        Refused(_folder.File("empty-file"), "empty-file");
        Refused(_folder.File("foreign.txt"), "foreign-file");
        Refused(_folder.File("empty"), "empty-folder");
        Refused(_folder.File("foreign"), "foreign-folder");

        Change("newer", """ "schema": 2,""", """ "schema": 7,""", "newer-schema");
        Change("newer-tool", """ "tool_version": """, """ "schema": 7, "tool_version": "9.9", "x": """, "newer-schema-tool");
        Change("no-schema", """ "schema": 2,""", "", "no-schema");
        Change("no-command", """ "command": "test run",""", "", "no-command");
        Change("bad-part", "\"table\": \"wide\"", "\"table\": \"../../etc\"", "part-outside");
        Write("pipe", 1);
        File.Delete(_folder.File("pipe/manifest.json"));
        NamedPipe.Create(_folder.File("pipe/manifest.json"));
        Refused(_folder.File("pipe"), "pipe-manifest");
        NamedPipe.Create(_folder.File("pipe.fathom"));
        Refused(_folder.File("pipe.fathom"), "pipe");
        Write("edited", 1);
        File.WriteAllText(_folder.File("edited/manifest.json"), File.ReadAllText(_folder.File("edited/manifest.json")).Replace("test run", "text run", StringComparison.Ordinal));
        Refused(_folder.File("edited"), "edited-manifest");
        Change("cut", "\"parts\"", "\"par", "cut-manifest");

        Write("missing", 3);
        File.Delete(_folder.File("missing/wide/part-1.parquet"));
        Refused(_folder.File("missing"), "missing-part");
        Write("short", 3);
        File.WriteAllText(_folder.File("short/wide/part-1.parquet"), "short");
        Refused(_folder.File("short"), "short-part");
        Write("flipped", 3);
        FlipLastByte(_folder.File("flipped/wide/part-1.parquet"));
        Refused(() => Verify(_folder.File("flipped")), "flipped-part");
    }

    private void Change(string name, string from, string to, string snapshot)
    {
        Write(name, 1);
        string file = _folder.File($"{name}/manifest.json");
        Assert.Equal(SealState.Fits, ManifestSeal.Check(File.ReadAllBytes(file), out byte[] plain));
        string text = Encoding.UTF8.GetString(plain);
        Assert.Contains(from.Trim(), text, StringComparison.Ordinal);
        File.WriteAllBytes(file, ManifestSeal.Add(Encoding.UTF8.GetBytes(text.Replace(from.Trim(), to, StringComparison.Ordinal))));
        Refused(_folder.File(name), snapshot);
    }

    private void Refused(string path, string snapshot) => Refused(() => RecordingReader.Open(path), snapshot);

    private void Refused(Func<IDisposable> open, string snapshot)
    {
        FathomException error = Assert.Throws<FathomException>(() => open().Dispose());
        string text = $"{error.Message}\n{error.NextStep}\nexit {(int)error.ExitCode}\n".Replace(_folder.Path, "FOLDER", StringComparison.Ordinal);
        text = Regex.Replace(text, @"\.[0-9]+\.partial", ".PID.partial");
        text = Regex.Replace(text, "not [0-9]+\\.", "not N.");
        Snapshot.Match(text, $"recording-{snapshot}.txt");
    }

    private static RecordingReader Verify(string path)
    {
        RecordingReader recording = RecordingReader.Open(path);
        recording.Verify(recording.Manifest.Parts[0]);
        return recording;
    }

    private static void FlipLastByte(string file)
    {
        byte[] bytes = File.ReadAllBytes(file);
        bytes[^1] ^= 1;
        File.WriteAllBytes(file, bytes);
    }

    private RecordingWriter Begin(string name, bool replace = false, int partRows = 1_000) =>
        RecordingWriter.Create(_folder.File(name), new RecordingOptions("test run") { Replace = replace, PartRows = partRows, ToolVersion = "1.2.3" });

    private void Write(string name, int rows)
    {
        using RecordingWriter writer = Begin(name);
        WriteRows(writer, rows);
        writer.Commit();
    }

    private static void WriteRows(RecordingWriter writer, int rows) =>
        writer.Write<WideRow>([.. Enumerable.Range(0, rows).Select(i => new WideRow { Key = (uint)i, Text = writer.Ids.Text("text") })]);

    private long RowsOf(string name)
    {
        using RecordingReader recording = RecordingReader.Open(_folder.File(name));
        return recording.Manifest.Parts.Sum(p => p.Rows);
    }

    private string[] Names() => [.. Directory.EnumerateFileSystemEntries(_folder.Path).Select(p => Path.GetFileName(p)!).Order(StringComparer.Ordinal)];

    private string[] Files(string name) =>
        [.. Directory.EnumerateFiles(_folder.File(name), "*", SearchOption.AllDirectories).Select(f => Path.GetRelativePath(_folder.File(name), f)).Order(StringComparer.Ordinal)];

    private readonly record struct BrokenRow(uint Key) : IRow<BrokenRow>
    {
        public static TableSchema Schema { get; } = new("broken", "test", "A row whose code is wrong.", [new("key", ColumnType.UInt32, "key")], []);

        public static void Transpose(ReadOnlySpan<BrokenRow> rows, in ColumnWriter to) => throw new NotSupportedException("defect");
    }
}
