using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Runtime;
using Fathom.Model.Tables;
using Fathom.Query.Runtime;
using Fathom.Query.Sessions;
using Fathom.Render.Formats;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Runtime;

/// <summary>The queries about the runtime's tables over two recordings whose ids collide; A has an older look that no answer may show.</summary>
public sealed class RuntimeSqlGoldenTests : IDisposable
{
    // The goldens of all shipped queries are in one folder, where ShippedSqlTests looks for them.
    private const string Goldens = "../../snapshots";

    private readonly TestFolder _folder = new();
    private readonly RecordingReader _a;
    private readonly RecordingReader _b;
    private readonly QuerySession _session;

    public RuntimeSqlGoldenTests()
    {
        _a = Record("a", "Shop", looks: 2);
        _b = Record("b", null, looks: 1);
        _session = QuerySession.Open(_a, _b);
    }

    public void Dispose()
    {
        _session.Dispose();
        _a.Dispose();
        _b.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("runtime/snapshot")]
    [InlineData("runtime/handles")]
    [InlineData("runtime/finalizables")]
    [InlineData("runtime/modules")]
    public void A_query_about_one_recording_keeps_two_apart(string query)
    {
        string answers = string.Join('\n', Csv(query, 0), Csv(query, 1));

        Snapshot.Match(answers, $"{Goldens}/{query.Replace('/', '.')}.csv");
    }

    [Fact]
    public void The_columns_that_conditions_are_checked_against_are_those_of_the_answer()
    {
        RuntimeReport report = new(_session, 0, default);

        Assert.Equal(RuntimeShapes.Handles.Columns, report.Handles().Columns);
        Assert.Equal(RuntimeShapes.Finalizables.Columns, report.Finalizables().Columns);
        Assert.Equal(RuntimeShapes.Modules.Columns, report.Modules().Columns);
    }

    private RecordingReader Record(string name, string? process, uint looks)
    {
        string path = _folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom heap handles"));
        Interner ids = writer.Ids;
        if (process is not null)
            writer.Write<ProcessRow>([new ProcessRow(1, 4711, ids.Text(process), default, default, ids.Text("10.0.12"), default, default, null, null, null)]);
        for (uint look = 1; look <= looks; look++)
        {
            writer.Write<RuntimeSnapshotRow>([new(look, 1, 0, ids.Text(process is null ? "core" : "live"), process is null ? null : look * 100, process is null ? null : look * 10)]);
            writer.Write<HeapHandleRow>([new(look, ids.Text("strong"), ids.Text($"{name}.Order{look}"), default, look * 3, 72), new(look, ids.Text("dependent"), ids.Text("K"), ids.Text("V"), 9, 24)]);
            writer.Write<HeapFinalizableRow>(
                [new(look, ids.Text("registered"), ids.Text($"{name}.File{look}"), 100, 2_400), new(look, ids.Text("suppressed"), ids.Text("S"), 200, 1), new(look, ids.Text("ready"), ids.Text("R"), 2, 48)]);
        }

        writer.Write<ModuleRow>(
        [
            new(1, 1, ids.Text($"{name}.dll"), ids.Text($"/app/{name}.dll"), default, ids.Text("file"), false, false, 8_192, 0x7f00_0000_0000),
            new(2, 1, ids.Text("Plugin.dll"), default, ids.Text("plugins"), ids.Text("memory"), true, true, 512, 0),
        ]);
        writer.Commit();
        return RecordingReader.Open(path);
    }

    private string Csv(string query, int rec)
    {
        using StringWriter text = new();
        CsvRenderer.Write(_session.Run(query, TestContext.Current.CancellationToken, new QueryParameter("rec", Cell.Of(rec))), text);
        return text.ToString();
    }
}
