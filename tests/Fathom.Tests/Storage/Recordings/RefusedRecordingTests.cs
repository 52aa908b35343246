using System.Text;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

/// <summary>What is no recording, or cannot become one, is refused with the reason and the next step.</summary>
public sealed class RefusedRecordingTests : RecordingTests
{
    [Fact]
    public void Two_recordings_of_one_name_at_a_time_are_refused()
    {
        using RecordingWriter writer = Begin("r.fathom");

        Refused(() => Begin("r.fathom"), "same-name-twice");
    }

    [Fact]
    public void Existing_output_is_refused_and_only_recordings_are_ever_replaced()
    {
        Write("r.fathom", 1);
        Directory.CreateDirectory(Folder.File("photos"));
        File.WriteAllText(Folder.File("photos/a.jpg"), "x");
        File.WriteAllText(Folder.File("notes.txt"), "x");
        Write("mixed.fathom", 1);
        File.WriteAllText(Folder.File("mixed.fathom/diary.txt"), "x");

        Refused(() => Begin("r.fathom"), "exists");
        Refused(() => Begin("photos", replace: true), "exists-foreign-folder");
        Refused(() => Begin("notes.txt", replace: true), "exists-foreign-file");
        Refused(() => Begin("mixed.fathom", replace: true), "exists-with-foreign-file");
        Assert.Equal(["mixed.fathom", "notes.txt", "photos", "r.fathom"], Names());
    }

    [Fact]
    public void An_output_that_cannot_be_written_is_refused_before_work_starts()
    {
        File.WriteAllText(Folder.File("file"), "x");

        Refused(() => Begin("file/r.fathom"), "unwritable");
        Refused(() => Begin("absent/r.fathom"), "no-folder");
        Assert.Equal(["file"], Names());
    }

    [Fact]
    public void Bad_recordings_are_refused_with_the_reason()
    {
        File.WriteAllText(Folder.File("empty-file"), "");
        File.WriteAllText(Folder.File("foreign.txt"), "no recording");
        Directory.CreateDirectory(Folder.File("empty"));
        Directory.CreateDirectory(Folder.File("foreign"));
        File.WriteAllText(Folder.File("foreign/readme.txt"), "x");
        Refused(Folder.File("absent"), "absent");
        Refused(Folder.File("empty-file"), "empty-file");
        Refused(Folder.File("foreign.txt"), "foreign-file");
        Refused(Folder.File("empty"), "empty-folder");
        Refused(Folder.File("foreign"), "foreign-folder");

        Change("newer", """ "schema": 2,""", """ "schema": 7,""", "newer-schema");
        Change("newer-tool", """ "tool_version": """, """ "schema": 7, "tool_version": "9.9", "x": """, "newer-schema-tool");
        Change("no-schema", """ "schema": 2,""", "", "no-schema");
        Change("no-command", """ "command": "test run",""", "", "no-command");
        Change("bad-part", "\"table\": \"wide\"", "\"table\": \"../../etc\"", "part-outside");
        Write("pipe", 1);
        File.Delete(Folder.File("pipe/manifest.json"));
        NamedPipe.Create(Folder.File("pipe/manifest.json"));
        Refused(Folder.File("pipe"), "pipe-manifest");
        NamedPipe.Create(Folder.File("pipe.fathom"));
        Refused(Folder.File("pipe.fathom"), "pipe");
        Write("edited", 1);
        File.WriteAllText(Folder.File("edited/manifest.json"), File.ReadAllText(Folder.File("edited/manifest.json")).Replace("test run", "text run", StringComparison.Ordinal));
        Refused(Folder.File("edited"), "edited-manifest");
        Change("cut", "\"parts\"", "\"par", "cut-manifest");

        Write("missing", 3);
        File.Delete(Folder.File("missing/wide/part-1.parquet"));
        Refused(Folder.File("missing"), "missing-part");
        Write("short", 3);
        File.WriteAllText(Folder.File("short/wide/part-1.parquet"), "short");
        Refused(Folder.File("short"), "short-part");
        Write("flipped", 3);
        FlipLastByte(Folder.File("flipped/wide/part-1.parquet"));
        Refused(() => Verify(Folder.File("flipped")), "flipped-part");
    }

    private void Change(string name, string from, string to, string snapshot)
    {
        Write(name, 1);
        string file = Folder.File($"{name}/manifest.json");
        Assert.Equal(SealState.Fits, ManifestSeal.Check(File.ReadAllBytes(file), out byte[] plain));
        string text = Encoding.UTF8.GetString(plain);
        Assert.Contains(from.Trim(), text, StringComparison.Ordinal);
        File.WriteAllBytes(file, Sealed.Of(text.Replace(from.Trim(), to, StringComparison.Ordinal)));
        Refused(Folder.File(name), snapshot);
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
}
