using Fathom.Model.Processes;
using Fathom.Model.Runtime;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Runtime;

/// <summary>The queries about the runtime's tables over two recordings whose ids collide; A has an older look that no answer may show.</summary>
public sealed class RuntimeSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", "Shop", looks: 2), static folder => Record(folder, "b", null, looks: 1));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("runtime/snapshot")]
    [InlineData("runtime/handles")]
    [InlineData("runtime/finalizables")]
    [InlineData("runtime/modules")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Fact]
    [Trait("Category", "Slow")]
    public void Loaded_files_are_of_each_recording_and_of_the_recorded_programs_or_of_all() =>
        TwoRecordings.Match(
            "runtime/loaded_files",
            [
                .. from all in (bool[])[false, true] select _recordings.Session.Run(
                    "runtime/loaded_files", TestContext.Current.CancellationToken, QueryParameter.Of("all_processes", all)),
            ]);

    private static RecordingReader Record(TestFolder folder, string name, string? process, uint looks)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom heap handles"));
        Interner ids = writer.Ids;
        if (process is not null)
            writer.Write<ProcessRow>([new ProcessRow(1, 4711, ids.Text(process), default, default, ids.Text("10.0.12"), default, default, null, null, null)]);
        for (uint look = 1; look <= looks; look++)
        {
            writer.Write<RuntimeSnapshotRow>([new(look, 1, 0, ids.Text(process is null ? "core" : "live"), process is null ? null : look * 100, process is null ? null : look * 10)]);
            writer.Write<HeapHandleRow>([new(look, ids.Text("strong"), ids.Text($"{name}.Order{look}"), default, look * 3, 72), new(look, ids.Text("dependent"), ids.Text("K"), ids.Text("V"), 9, 24)]);
            writer.Write<HeapFinalizableRow>(
                [
                    new(look, ids.Text("registered"), ids.Text($"{name}.File{look}"), 100, 2_400),
                    new(look, ids.Text("suppressed"), ids.Text("S"), 200, 1),
                    new(look, ids.Text("ready"), ids.Text("R"), 2, 48),
                ]);
        }

        writer.Write<ModuleRow>(
        [
            new(1, 1, ids.Text($"{name}.dll"), ids.Text($"/app/{name}.dll"), default, ids.Text("file"), false, false, 8_192, 0x7f00_0000_0000),
            new(2, 1, ids.Text("Plugin.dll"), default, ids.Text("plugins"), ids.Text("memory"), true, true, 512, 0),
        ]);
        WriteLoaded(writer, name, isTraced: process is not null);
        writer.Commit();
        return RecordingReader.Open(path);
    }

    // A was traced: its program compiled a method, another file was on a stack, and one was not seen. Of B nothing tells what ran.
    private static void WriteLoaded(RecordingWriter writer, string name, bool isTraced)
    {
        Interner ids = writer.Ids;
        writer.Write<ProcessRow>(
        [
            new ProcessRow(3, 4713, ids.Text("Till"), default, default, default, default, default, null, null, null) { IsRecorded = true },
            new ProcessRow(4, 4714, ids.Text("other"), default, default, default, default, default, null, null,
                null) { IsRecorded = false },
        ]);
        writer.Write<LoadedFileRow>(
        [
            File(3, "assembly", $"{name}.dll", "1.2.3", "file", 100, 5_000),
            File(3, "assembly", "Made", null, null, null, 9_000),
            File(3, "native", "libcoreclr.so", "10.0.12", "path", 7_000_000, null),
            File(3, "native", "libm.so.6", null, null, 900, null),
            File(3, "assembly", "Ahead.dll", "1.0", "file", 10, null) with { MethodCount = 3 },
            File(3, "assembly", "Facade.dll", "1.0", "file", 10, null) with { MethodCount = 0 },
            File(4, "native", "libc.so.6", null, null, 1_800, null),
        ]);
        if (!isTraced)
            return;
        writer.Write<MethodRow>([new(1, ids.Text("Run"), ids.Text("libcoreclr.so"), ids.Text("native")),
            new(2, ids.Text("read"), ids.Text("libc.so.6"), ids.Text("native"))]);
        writer.Write<MethodCpuRow>([new(3, 1, 5, 5, 1, null)]);
        writer.Write<MethodWaitRow>([new(4, 2, 5, 5, 0, 5, 1, 0, 0)]);
        writer.Write<CodeImageRow>(
            [new(1, 1, ids.Text("native"), ids.Text("libcoreclr.so"), default, default, default, default, null, null, null, true, ids.Text(""))]);
        writer.Write<MethodCompiledRow>(
            [new(3, 0, 6_000, 10, ids.Text("Main"), default, ids.Text($"{name}.dll"), ids.Text("tier 0"), 10, 20, 0x1000, 0)]);

        LoadedFileRow File(uint process, string kind, string file, string? version, string? from, long? size, long? loadedNs) => new(
            process, ids.Text(kind), ids.Text(file), version is null ? default : ids.Text("/app/" + file), ids.Text(version),
                ids.Text(from), default, default, default,
            size, loadedNs, null, ids.Text(version is null ? null : "7.0.5"), ids.Text(version is null ? null : "Shop"));
    }
}
