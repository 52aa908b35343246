using System.Runtime.Versioning;
using Fathom.Capture.Symbols;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Traces.Perf;
using Fathom.Sources.Traces.Rows;
using Fathom.Storage.Recordings;
using Fathom.Storage.Stacks;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Traces.Symbols;
using Xunit;

namespace Fathom.Tests.Capture.Symbols;

/// <summary>Names that a recording gets without the raw trace.</summary>
public sealed class SymbolRunTests : IDisposable
{
    private const string Library = "/nowhere/libcoreclr.so";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_recording_gets_the_names_that_its_trace_would_have_got()
    {
        string without = Extract("without", OwnLibrary.BuildId, []), with = Extract("with", OwnLibrary.BuildId, [Symbols()]);
        Assert.DoesNotContain("libcoreclr.so!coreclr_initialize", Stacks(without).SelectMany(static stack => stack));

        NamesGiven given = SymbolRun.Apply(without, [Symbols()], TimeProvider.System, new Progress<Progress>(), CancellationToken.None);

        Assert.Equal(new NamesGiven(3, 4, 1), given);
        Assert.Equal(Stacks(with), Stacks(without));
        Assert.Equal(["libcoreclr.so!coreclr_initialize", "libcoreclr.so!coreclr_execute_assembly"], Stacks(without)[0]);
        Assert.Equal(Naming(with), Naming(without));
        Assert.Equal(Methods(with), Methods(without));
    }

    [Fact]
    public void Tables_that_do_not_change_and_losses_stay_and_so_does_what_the_manifest_says()
    {
        string path = Extract("app", OwnLibrary.BuildId, []);
        using RecordingReader before = RecordingReader.Open(path);

        SymbolRun.Apply(path, [Symbols()], TimeProvider.System, new Progress<Progress>(), CancellationToken.None);

        using RecordingReader after = RecordingReader.Open(path);
        Assert.Equal(before.Manifest.Losses, after.Manifest.Losses);
        Assert.NotEmpty(after.Manifest.Losses);
        Assert.Equal((before.Manifest.Command, before.Manifest.CreatedUtc, true), (after.Manifest.Command, after.Manifest.CreatedUtc, after.Manifest.Complete));
        string[] changed = ["method", "frame", "frame_place", "code_image", "stack_method", "trace_naming", "method_cpu", "method_wait"];
        Assert.Equal(
            before.Manifest.Parts.Where(part => !changed.Contains(part.Table)).OrderBy(static part => part.Table, StringComparer.Ordinal),
            after.Manifest.Parts.Where(part => !changed.Contains(part.Table)).OrderBy(static part => part.Table, StringComparer.Ordinal));
        foreach (ManifestPart part in after.Manifest.Parts)
            after.Verify(part);
    }

    [Fact]
    public void Nothing_is_written_where_nothing_new_is_found_and_another_build_names_nothing()
    {
        string other = Extract("other", (OwnLibrary.BuildId[0] == '0' ? '1' : '0') + OwnLibrary.BuildId[1..], []), path = Extract("app", OwnLibrary.BuildId, [Symbols()]);
        DateTime written = File.GetLastWriteTimeUtc(Path.Combine(path, "manifest.json"));

        NamesGiven again = SymbolRun.Apply(path, [Symbols()], TimeProvider.System, new Progress<Progress>(), CancellationToken.None);
        NamesGiven ofOther = SymbolRun.Apply(other, [Symbols()], TimeProvider.System, new Progress<Progress>(), CancellationToken.None);

        Assert.Equal((0, 0), (again.PlaceCount, ofOther.PlaceCount));
        Assert.Equal(written, File.GetLastWriteTimeUtc(Path.Combine(path, "manifest.json")));
        Assert.All(Stacks(other).SelectMany(static stack => stack), static name => Assert.Equal("libcoreclr.so!?", name));
    }

    [Fact]
    public void Code_that_a_process_compiled_gets_its_names_from_a_map()
    {
        File.WriteAllText(_folder.File($"perf-{CodeTrace.Pid}.map"), "700000000000 100 JS:*hot\n");
        File.WriteAllBytes(_folder.File("js.data"), CodeTrace.Of("//anon", "", new CodeRange(0, 0x1000), [0x10, 0x20], [0x200]));
        string without = ExtractFile("js.data", "without", []), with = ExtractFile("js.data", "with", [_folder.Path]);
        Assert.DoesNotContain("JS:*hot", Stacks(without).SelectMany(static stack => stack));

        NamesGiven given = SymbolRun.Apply(without, [_folder.File($"perf-{CodeTrace.Pid}.map")], TimeProvider.System, new Progress<Progress>(), CancellationToken.None);

        Assert.Equal(new NamesGiven(2, 2, 1), given);
        Assert.Equal(Stacks(with), Stacks(without));
        Assert.Equal(["JS:*hot", "JS:*hot"], Stacks(without)[0]);
        Assert.DoesNotContain("JS:*hot", Stacks(without)[1]);
        Assert.Equal(Naming(with), Naming(without));
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void A_recording_that_only_its_owner_may_read_stays_so()
    {
        if (OperatingSystem.IsWindows())
            return;
        string path = Extract("app", OwnLibrary.BuildId, []);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);

        SymbolRun.Apply(path, [Symbols()], TimeProvider.System, new Progress<Progress>(), CancellationToken.None);

        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(path));
        Assert.DoesNotContain(Directory.GetFileSystemEntries(_folder.Path), static entry => entry.EndsWith(".partial", StringComparison.Ordinal));
    }

    [Fact]
    public void A_packed_recording_and_one_without_stacks_are_refused()
    {
        string path = Extract("app", OwnLibrary.BuildId, []), packed = _folder.File("app.zip"), empty = _folder.File("empty.fathom");
        using (RecordingReader recording = RecordingReader.Open(path))
            RecordingPacker.Pack(recording, packed, replace: false, CancellationToken.None);
        using (RecordingWriter writer = RecordingWriter.Create(empty, new RecordingOptions("test")))
            writer.Commit();

        Assert.Contains("packed", Refused(packed), StringComparison.Ordinal);
        Assert.Contains("does not hold the code addresses", Refused(empty), StringComparison.Ordinal);

        string Refused(string recording) =>
            Assert.Throws<FathomException>(() => SymbolRun.Apply(recording, [], TimeProvider.System, new Progress<Progress>(), CancellationToken.None)).Message;
    }

    private string Symbols()
    {
        string folder = _folder.File("symbols");
        if (!Directory.Exists(folder))
        {
            Directory.CreateDirectory(folder);
            File.Copy(OwnLibrary.Path, Path.Combine(folder, "libcoreclr.so"));
        }

        return folder;
    }

    private string Extract(string name, string buildId, string[] folders)
    {
        ulong sort = OwnLibrary.PlaceOf("coreclr_initialize"), text = OwnLibrary.PlaceOf("coreclr_execute_assembly");
        // The outer frames are addresses behind a call; the last place is covered by no symbol of a stripped library, or by none at all.
        byte[] trace = CodeTrace.Of(Library, buildId, OwnLibrary.Mapped, [sort + 2, text + 9], [text + 4], [sort + 2], [OwnLibrary.Mapped.FileOffset]);
        File.WriteAllBytes(_folder.File(name + ".data"), trace);
        return ExtractFile(name + ".data", name, folders);
    }

    private string ExtractFile(string file, string name, string[] folders)
    {
        (string trace, string path) = (_folder.File(file), _folder.File(name + ".fathom"));
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("test") { Labels = new Dictionary<string, string> { ["a"] = "b" } });
        new PerfTraceExtractor(trace, new TraceOptions { SymbolFolders = folders }).Run(writer, new Progress<Progress>(), CancellationToken.None);
        writer.Lost(new LossRow(writer.Ids.Text("test"), default, 0, 0, 3, 0, writer.Ids.Text("for this test")));
        writer.Commit();
        return path;
    }

    private static List<List<string>> Stacks(string path) => Read(path, static stacks =>
    {
        Dictionary<uint, string> methods = stacks.Methods().ToDictionary(static method => method.MethodId, static method => method.Name);
        Dictionary<uint, string> frames = stacks.Frames().ToDictionary(static frame => frame.FrameId, frame => methods[frame.MethodId]);
        SortedDictionary<uint, List<string>> all = [];
        stacks.Walk((stack, frame, _) =>
        {
            all.TryAdd(stack, []);
            all[stack].Add(frames[frame]);
        });
        return all.Values.ToList();
    });

    private static List<string> Methods(string path) => Read(path, static stacks => stacks.Methods().Select(static method => method.Name).Order(StringComparer.Ordinal).ToList());

    private static List<RecordedNaming> Naming(string path) => Read(path, static stacks => stacks.Naming().OrderBy(static kind => kind.Kind, StringComparer.Ordinal).ToList());

    private static T Read<T>(string path, Func<RecordedStacks, T> read)
    {
        using RecordingReader recording = RecordingReader.Open(path);
        using RecordedStacks stacks = new(recording, CancellationToken.None);
        return read(stacks);
    }
}
