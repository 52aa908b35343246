using System.Diagnostics;
using System.Globalization;
using System.IO.Compression;
using System.Text;
using Fathom.Model;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Subjects;

public sealed class FileRecognizerTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("fathom-files-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("gcdump/perfview/test1.gcdump", nameof(FileFormats.GcDump), "version 10")]
    [InlineData("gcdump/perfview/test2.gcdump", nameof(FileFormats.GcDump), "version 10")]
    [InlineData("perf/linux-perf-data/sleep.data", nameof(FileFormats.PerfData), "file mode")]
    [InlineData("perf/linux-perf-data/sleep.compressed.pipe.data", nameof(FileFormats.PerfData), "pipe mode")]
    [InlineData("etl/tx/HTTP_Server.etl", nameof(FileFormats.Etl), "Windows 6.1.7601, 4 processors")]
    [InlineData("etl/tx/KernelNetwork.etl", nameof(FileFormats.Etl), "Windows 6.1.7601, 4 processors")]
    [InlineData("etl/tx/WsRm01.etl", nameof(FileFormats.Etl), "Windows 6.2.7910, 2 processors")]
    [InlineData("etl/perfview/SelfDescribingSingleEvent.etl", nameof(FileFormats.Etl), "Windows 10.0.22000, 12 processors")]
    [InlineData("etl/perfview/gcevents.etl.zip", nameof(FileFormats.PackedEtl), "gcevents/PerfViewData.etl")]
    [InlineData("memory/memanalyzer/vmmap.csv", nameof(FileFormats.VmMap), null)]
    [InlineData("memory/memanalyzer/test.csv", nameof(FileFormats.Text), null)]
    [InlineData("memory/memanalyzer/ExampleProcessRenameFile.xml", nameof(FileFormats.Text), null)]
    [InlineData("perfmap/one-collect/dotnet-info.map", nameof(FileFormats.Text), null)]
    [InlineData("r2r/diagnostics/System.ComponentModel.EventBasedAsync.dll", nameof(FileFormats.PortableExecutable), null)]
    public void Files_of_public_projects_are_recognised_by_content(string file, string kind, string? detail)
    {
        // The copy has no extension that could help.
        string copy = Path.Combine(_folder, "file");
        File.Copy(DataFile(file), copy);

        FileDescription description = FileRecognizer.Describe(copy);

        Assert.Equal(kind, NameOf(description.Format));
        Assert.Equal(new FileInfo(copy).Length, description.SizeBytes);
        if (detail is not null)
            Assert.Equal(detail, description.Detail);
    }

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("etl/perfview/net.4.5.2.x86.etl.zip", ".etl", nameof(FileFormats.Etl), "Windows 6.2.9200, 8 processors")]
    [InlineData("etl/perfview/net.4.5.x86.win7.etl.zip", ".etl", nameof(FileFormats.Etl), "Windows 6.1.7601, 4 processors")]
    [InlineData("etl/perfview/gcevents.etl.zip", ".etl", nameof(FileFormats.Etl), "Windows 10.0.19045, 8 processors")]
    [InlineData("etl/perfview/gcrundownevents.etl.zip", ".etl", nameof(FileFormats.Etl), "Windows 10.0.19045, 8 processors")]
    [InlineData("etl/perfview/primitive-types.etl.zip", ".etl", nameof(FileFormats.Etl), "Windows 10.0.19043, 8 processors")]
    [InlineData("nettrace/perfview/eventpipe-dotnetcore2.1-linux-x64-objver3.netperf.zip", ".netperf", nameof(FileFormats.NetPerf), "version 3")]
    [InlineData("nettrace/perfview/eventpipe-dotnetcore2.1-linux-x64-tracelogging.netperf.zip", ".netperf", nameof(FileFormats.NetPerf), "version 3")]
    [InlineData("nettrace/perfview/eventpipe-dotnetcore3.0-win-x64-objver4.nettrace.zip", ".nettrace", nameof(FileFormats.NetTrace), "version 4")]
    [InlineData("nettrace/perfview/eventpipe-dotnetcore6.0-win-x64-executioncheckpoints.nettrace.zip", ".nettrace", nameof(FileFormats.NetTrace), "version 4")]
    [InlineData("nettrace/perfview/HeartRateMonitor.10068.nettrace.zip", ".nettrace", nameof(FileFormats.NetTrace), "version 4")]
    [InlineData("nettrace/perfview/only_managed_samples.nettrace.zip", ".nettrace", nameof(FileFormats.NetTrace), "version 4")]
    public void Files_inside_zips_of_public_projects_are_recognised(string zipFile, string extension, string kind, string detail)
    {
        string copy = Path.Combine(_folder, "file");
        using (ZipArchive zip = ZipFile.OpenRead(DataFile(zipFile)))
            zip.Entries.First(e => e.FullName.EndsWith(extension, StringComparison.Ordinal)).ExtractToFile(copy);

        FileDescription description = FileRecognizer.Describe(copy);

        Assert.Equal((kind, detail), (NameOf(description.Format), description.Detail));
    }

    [Fact]
    public void Every_kind_is_told_apart()
    {
        StringBuilder text = new();
        foreach ((string name, byte[] bytes) in FileBytes.All)
        {
            FileDescription file = FileRecognizer.Describe(Write(name, bytes));
            string elf = file.Elf is { } e ? $" {e.Architecture} {(e.Is64Bit ? "64 bit" : "32 bit")}{(e.IsLittleEndian ? "" : " big endian")}" : "";
            string dump = file.Minidump is { } d ? $" {d.OperatingSystem} {d.Architecture} {d.Runtime} {d.RuntimeVersion} {d.DataAccessLibrary}".TrimEnd() : "";
            text.Append(CultureInfo.InvariantCulture, $"{name}: {NameOf(file.Format)}{elf}{dump}{(file.Detail is null ? "" : $" ({file.Detail})")}\n");
        }

        Snapshot.Match(text.ToString(), "file-kinds.txt");
    }

    [Fact]
    public void Every_kind_has_a_sentence_and_a_next_step()
    {
        StringBuilder text = new();
        foreach ((string name, byte[] bytes) in FileBytes.All)
            Append(Write(name, bytes));
        Append(Directory.CreateDirectory(Path.Combine(_folder, "folder")).FullName);
        Append(Directory.CreateDirectory(Path.Combine(_folder, "shop.fathom.partial")).FullName);
        Append("/dev/null");

        Snapshot.Match(text.ToString(), "file-refusals.txt");

        void Append(string path)
        {
            FathomException e = Refusal(path);
            string lines = $"{Path.GetFileName(path)}: exit {(int)e.ExitCode}\n  {e.Message}\n  next: {e.NextStep}\n";
            text.Append(lines.Replace(_folder + "/", "", StringComparison.Ordinal));
            Assert.DoesNotContain('\n', e.Message);
        }
    }

    [Theory]
    [InlineData("any", "{\n  \"schema\": 7, \"tool\": \"fathom\" }", nameof(FileFormats.Recording))]
    [InlineData("any", "{ \"name\": \"web app\" }", nameof(FileFormats.Folder))]
    [InlineData("any", "not json", nameof(FileFormats.Folder))]
    [InlineData("any", "", nameof(FileFormats.Folder))]
    [InlineData("shop.fathom", "damaged", nameof(FileFormats.Recording))]
    [InlineData("shop.fathom.partial", "{ \"schema\": 1 }", nameof(FileFormats.PartialRecording))]
    public void A_folder_is_a_recording_by_its_manifest(string name, string manifest, string kind)
    {
        string folder = Directory.CreateDirectory(Path.Combine(_folder, name)).FullName;
        File.WriteAllText(Path.Combine(folder, "manifest.json"), manifest);

        Assert.Equal(kind, NameOf(FileRecognizer.Describe(folder).Format));
        Assert.Equal(kind, NameOf(FileRecognizer.Describe(folder + "/").Format));
    }

    [Fact]
    public void A_recording_that_storage_writes_is_recognised_packed_or_not()
    {
        string recording = Path.Combine(_folder, "any-name");
        string packed = Path.Combine(_folder, "any-file");
        using (RecordingWriter writer = RecordingWriter.Create(recording, new RecordingOptions("test")))
        {
            Assert.Equal(FileFormats.PartialRecording, FileRecognizer.Describe(writer.Folder).Format);
            writer.Commit();
        }

        using (RecordingReader reader = RecordingReader.Open(recording))
            RecordingPacker.Pack(reader, packed, replace: false, TestContext.Current.CancellationToken);

        Assert.Equal(FileFormats.Recording, FileRecognizer.Describe(recording).Format);
        Assert.Equal(FileFormats.PackedRecording, FileRecognizer.Describe(packed).Format);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Programs_of_this_machine_are_no_dumps_and_a_real_core_is_one()
    {
        FileDescription program = FileRecognizer.Describe(Environment.ProcessPath!);
        Assert.Equal(FileFormats.ElfProgram, program.Format);

        using SampleProcess sample = SampleProcess.Start("Idle");
        string core = Path.Combine(_folder, "core");
        string createdump = Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "createdump");
        ProcessStartInfo start = new(createdump, ["--normal", "--name", core, sample.Pid.ToString(CultureInfo.InvariantCulture)]) { RedirectStandardOutput = true };
        using Process dump = Process.Start(start)!;
        string said = dump.StandardOutput.ReadToEnd();
        dump.WaitForExit();
        Assert.True(dump.ExitCode == 0, said);

        FileDescription description = FileRecognizer.Describe(core);

        Assert.Equal(FileFormats.ElfCore, description.Format);
        Assert.Equal(program.Elf!.Value with { IsCore = true }, description.Elf);
    }

    [Fact]
    public void A_pipe_does_not_block()
    {
        string pipe = Path.Combine(_folder, "pipe");
        using Process process = Process.Start("mkfifo", [pipe]);
        process.WaitForExit();

        Assert.Equal(FileFormats.Special, FileRecognizer.Describe(pipe).Format);
    }

    [Theory]
    [InlineData("/no/such/file")]
    [InlineData("/etc/passwd/file")]
    public void A_file_that_does_not_exist_is_refused(string path) =>
        Assert.Equal($"There is no file '{path}'.", Assert.Throws<FathomException>(() => FileRecognizer.Describe(path)).Message);

    [Fact]
    public void A_head_that_is_cut_off_or_damaged_is_described_or_unknown_and_nothing_worse()
    {
        const int headBytes = 400;
        Random random = new(4711);
        foreach ((string name, byte[] bytes) in FileBytes.All)
        {
            string path = Write(name, bytes);
            using FileStream file = new(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
            for (int i = 0; i < Math.Min(bytes.Length, headBytes); i++)
            {
                foreach (byte value in new[] { (byte)random.Next(256), byte.MaxValue, bytes[i] })
                {
                    RandomAccess.Write(file.SafeFileHandle, [value], i);
                    Assert.NotEmpty(Refusal(path).Message);
                }
            }

            for (int length = Math.Min(bytes.Length, headBytes) - 1; length >= 0; length--)
            {
                file.SetLength(length);
                Assert.NotEmpty(Refusal(path).Message);
            }
        }
    }

    private static string DataFile(string file)
    {
        return Path.Combine(Needs.DataFolder(), file);
    }

    private string Write(string name, ReadOnlySpan<byte> bytes)
    {
        string file = Path.Combine(_folder, name);
        File.WriteAllBytes(file, bytes);
        return file;
    }

    [Fact]
    public void Every_format_that_content_shows_is_tried_and_the_others_have_no_test() =>
        Assert.Equal(Formats().Select(format => format.Value).Where(format => format.Test is not null).ToHashSet(), [.. FileFormats.All]);

    private static FathomException Refusal(string path)
    {
        FileDescription file = FileRecognizer.Describe(path);
        return file.Format.Refuse(file);
    }

    private static string NameOf(FileFormat format) => Formats().Single(known => ReferenceEquals(known.Value, format)).Name;

    private static IEnumerable<(string Name, FileFormat Value)> Formats() =>
        typeof(FileFormats).GetProperties().Where(property => property.PropertyType == typeof(FileFormat)).Select(property => (property.Name, (FileFormat)property.GetValue(null)!));
}
