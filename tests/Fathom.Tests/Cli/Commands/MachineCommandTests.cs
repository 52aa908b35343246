using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary><c>fathom machine</c> of recordings that do not tell what the machine did.</summary>
public sealed class MachineCommandTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_recording_without_figures_answers_with_one_sentence_and_how_to_record()
    {
        string path = _folder.File("old.fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom extract")))
        {
            Interner ids = writer.Ids;
            writer.Write<TraceRow>([new(
                1, ids.Text("perf.data"), ids.Text("old.data"), 1000, ids.Text("host"), ids.Text("6.1"), ids.Text("x86_64"), ids.Text("perf 6.1"),
                default, ids.Text("monotonic"), 5, 100_000_000, null, true, 9, 0, 0, default)]);
            writer.Commit();
        }

        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["machine", path], CancellationToken.None);

        Assert.Equal((ExitCode.Target, ""), (run.Code, run.Out));
        Assert.Equal(
            "error: 'old.data': The recording does not tell what the machine did over time: an earlier version of Fathom made it, or another tool.\n"
            + "  next: record again with: fathom record PID --duration 10s --save NAME.fathom\n",
            run.Error);
    }
}
