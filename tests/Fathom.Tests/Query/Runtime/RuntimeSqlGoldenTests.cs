using Fathom.Model.Processes;
using Fathom.Model.Runtime;
using Fathom.Model.Tables;
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
    [InlineData("runtime/snapshot")]
    [InlineData("runtime/handles")]
    [InlineData("runtime/finalizables")]
    [InlineData("runtime/modules")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

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
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
