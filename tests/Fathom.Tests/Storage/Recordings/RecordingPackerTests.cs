using System.IO.Compression;
using System.Text;
using Fathom.Files;
using Fathom.Model;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

public sealed class RecordingPackerTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_packed_recording_reads_like_the_folder()
    {
        Write("r.fathom", 2_500);
        Pack("r.fathom", "packed.fathom");

        using RecordingReader folder = RecordingReader.Open(_folder.File("r.fathom"));
        string unpacked;
        using (RecordingReader packed = RecordingReader.Open(_folder.File("packed.fathom")))
        {
            unpacked = packed.Folder;
            Assert.Equal(folder.Manifest.Parts, packed.Manifest.Parts);
            Assert.Equal("packed", packed.Name);
            Assert.Equal(PartFiles.Read(folder, "wide", "key, text"), PartFiles.Read(packed, "wide", "key, text"));
        }

        Assert.False(Path.Exists(unpacked));
        Assert.Equal(RecordingForm.Packed, RecordingFormat.Recognize(_folder.File("packed.fathom")));
    }

    [Fact]
    public void Parts_are_stored_and_the_manifest_comes_first()
    {
        Write("r.fathom", 10);
        Pack("r.fathom", "packed.fathom");

        using ZipArchive zip = ZipFile.OpenRead(_folder.File("packed.fathom"));
        Assert.Equal(["manifest.json", "wide/part-1.parquet"], zip.Entries.Select(e => e.FullName));
        Assert.All(zip.Entries, e => Assert.Equal(e.Length, e.CompressedLength));
    }

    [Fact]
    public void A_recording_packed_by_another_tool_with_compression_is_read()
    {
        Write("r.fathom", 10);
        Zip("other.fathom", ("manifest.json", File.ReadAllBytes(_folder.File("r.fathom/manifest.json"))), ("wide/", []), ("wide/part-1.parquet", Part()));

        using RecordingReader packed = RecordingReader.Open(_folder.File("other.fathom"));
        Assert.Equal(10, PartFiles.Read(packed, "wide", "key").Count);
    }

    [Fact]
    public void An_existing_file_is_kept_unless_a_recording_is_to_be_replaced()
    {
        Write("r.fathom", 10);
        Write("other.fathom", 20);
        Pack("r.fathom", "packed.fathom");
        File.WriteAllText(_folder.File("notes.txt"), "mine");

        Assert.Contains("exists already", Assert.Throws<FathomException>(() => Pack("other.fathom", "packed.fathom")).Message, StringComparison.Ordinal);
        Assert.Contains("is not a recording", Assert.Throws<FathomException>(() => Pack("other.fathom", "notes.txt", replace: true)).Message, StringComparison.Ordinal);
        Pack("other.fathom", "packed.fathom", replace: true);

        using RecordingReader packed = RecordingReader.Open(_folder.File("packed.fathom"));
        Assert.Equal(20, packed.Manifest.Parts.Sum(p => p.Rows));
        Assert.Equal("mine", File.ReadAllText(_folder.File("notes.txt")));
        Assert.Empty(Directory.EnumerateFiles(_folder.Path, "*.partial"));
    }

    // Another user may write to the folder above. Where the file was whole before, there is nothing to see.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_folder_that_is_replaced_by_a_link_meanwhile_leads_nowhere_else(bool replace)
    {
        Write("r.fathom", 200_000);
        Write("other.fathom", 10);
        Directory.CreateDirectory(_folder.File("shared"));
        Directory.CreateDirectory(_folder.File("elsewhere"));
        if (replace)
            Pack("other.fathom", "shared/packed.fathom");
        string partial = $"packed.fathom.{Environment.ProcessId}.partial";
        Task packing = Task.Run(
            () =>
            {
                using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
                RecordingPacker.Pack(recording, _folder.File("shared/packed.fathom"), replace, TestContext.Current.CancellationToken);
            },
            TestContext.Current.CancellationToken);
        SpinWait.SpinUntil(() => packing.IsCompleted || File.Exists(_folder.File($"shared/{partial}")));
        Directory.Move(_folder.File("shared"), _folder.File("moved"));
        File.CreateSymbolicLink(_folder.File("shared"), _folder.File("elsewhere"));
        File.WriteAllText(_folder.File($"elsewhere/{partial}"), "theirs");
        await packing;

        using RecordingReader packed = RecordingReader.Open(_folder.File("moved/packed.fathom"));
        Assert.Equal(200_000, packed.Manifest.Parts.Sum(p => p.Rows));
        Assert.Equal("theirs", File.ReadAllText(_folder.File($"elsewhere/{partial}")));
        Assert.Single(Directory.EnumerateFileSystemEntries(_folder.File("moved")));
    }

    [Fact]
    public void A_damaged_part_is_not_packed_and_nothing_is_left()
    {
        Write("r.fathom", 10);
        byte[] part = Part();
        part[part.Length / 2] ^= 4;
        File.WriteAllBytes(_folder.File("r.fathom/wide/part-1.parquet"), part);

        Assert.Contains("checksum", Assert.Throws<FathomException>(() => Pack("r.fathom", "packed.fathom")).Message, StringComparison.Ordinal);
        Assert.Equal(["r.fathom"], Directory.EnumerateFileSystemEntries(_folder.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void Files_that_are_no_honest_packed_recording_are_refused()
    {
        Write("r.fathom", 10);
        byte[] manifest = File.ReadAllBytes(_folder.File("r.fathom/manifest.json"));
        Pack("r.fathom", "good.fathom");
        byte[] good = File.ReadAllBytes(_folder.File("good.fathom"));
        StringBuilder text = new();

        Refused("slip.fathom", ("manifest.json", manifest), ("../escaped.parquet", Part()));
        Refused("absolute.fathom", ("manifest.json", manifest), ("/tmp/escaped.parquet", Part()));
        Refused("foreign.fathom", ("manifest.json", manifest), ("wide/part-1.parquet", Part()), ("run.sh", [1]));
        Refused("missing.fathom", ("manifest.json", manifest));
        Refused("twice.fathom", ("manifest.json", manifest), ("wide/part-1.parquet", Part()), ("wide/part-1.parquet", Part()));
        Refused("bomb.fathom", ("manifest.json", manifest), ("wide/part-1.parquet", new byte[50_000_000]));
        Refused("damaged-manifest.fathom", ("manifest.json", "{"u8.ToArray()));
        Refused("huge.fathom", ("manifest.json", Resealed("\"bytes\": ", "\"bytes\": 900000000000")));

        using (FileStream stream = File.Create(_folder.File("link.fathom")))
        using (ZipArchive zip = new(stream, ZipArchiveMode.Create))
        {
            Add(zip, "manifest.json", manifest);
            ZipArchiveEntry link = zip.CreateEntry("wide/part-1.parquet");
            link.ExternalAttributes = unchecked((int)0xA1FF0000);
            using Stream target = link.Open();
            target.Write("/etc/passwd"u8);
        }

        Say("link.fathom");
        File.WriteAllBytes(_folder.File("truncated.fathom"), good[..(good.Length - 30)]);
        Say("truncated.fathom");
        Assert.False(File.Exists("/tmp/escaped.parquet"));
        Snapshot.Match(text.ToString(), "packed-refusals.txt");

        byte[] Resealed(string from, string to)
        {
            ManifestSeal.Check(manifest, out byte[] plain);
            return Sealed.Of(Encoding.UTF8.GetString(plain).Replace(from, to, StringComparison.Ordinal));
        }

        void Refused(string name, params (string Name, byte[] Content)[] entries)
        {
            Zip(name, entries);
            Say(name);
        }

        void Say(string name)
        {
            FathomException error = Assert.Throws<FathomException>(() => RecordingReader.Open(_folder.File(name)));
            string message = error.Message.Replace(_folder.Path, "FOLDER", StringComparison.Ordinal).Replace(Path.GetTempPath(), "TMP/", StringComparison.Ordinal)
                .Replace($"'{TemporaryFolder.Path}'", "'TMP'", StringComparison.Ordinal);
            text.Append(System.Text.RegularExpressions.Regex.Replace(message, "(?<=than the )[0-9]+|(?<= has )[0-9]+(?= bytes free)|(?<=unpacks to )[0-9]+", "N")).Append('\n');
            text.Append("  ").Append(error.NextStep).Append('\n');
        }
    }

    private byte[] Part() => File.ReadAllBytes(_folder.File("r.fathom/wide/part-1.parquet"));

    private void Zip(string name, params (string Name, byte[] Content)[] entries)
    {
        using FileStream stream = File.Create(_folder.File(name));
        using ZipArchive zip = new(stream, ZipArchiveMode.Create);
        foreach ((string entry, byte[] content) in entries)
            Add(zip, entry, content);
    }

    private static void Add(ZipArchive zip, string name, byte[] content)
    {
        using Stream entry = zip.CreateEntry(name, CompressionLevel.Optimal).Open();
        entry.Write(content);
    }

    private void Pack(string source, string destination, bool replace = false)
    {
        using RecordingReader recording = RecordingReader.Open(_folder.File(source));
        long bytes = RecordingPacker.Pack(recording, _folder.File(destination), replace, TestContext.Current.CancellationToken);
        Assert.Equal(new FileInfo(_folder.File(destination)).Length, bytes);
    }

    private void Write(string name, int rows)
    {
        using RecordingWriter writer = RecordingWriter.Create(_folder.File(name), new RecordingOptions("test run") { PartRows = 1_000_000, ToolVersion = "1.2.3" });
        writer.Write<WideRow>([.. Enumerable.Range(0, rows).Select(i => new WideRow { Key = (uint)i, Text = writer.Ids.Text($"text {i}") })]);
        writer.Commit();
    }
}
