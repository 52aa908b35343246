using System.Text.RegularExpressions;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Serializers;

/// <summary>Several saved measurements in one view.</summary>
public sealed partial class AcrossViewTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("serializers-across.txt", "--where", "serializer=Bond,Edifact")]
    [InlineData("serializers-across.csv", "--format", "csv", "--columns", "serializer,recording,version,machine,runtime,outcome,size_bytes,rank")]
    public async Task Each_serializer_stands_across_machines_and_runtimes_the_oldest_first(string snapshot, params string[] options)
    {
        new BaselineRecordings(_folder).Create("a", 1).Dispose();
        new BaselineRecordings(_folder) { Machine = "laptop", Factor = static _ => 2 }.Create("b", 2).Dispose();
        new BaselineRecordings(_folder) { Runtimes = ["9.0.1"], Outcome = static name => name == "Edifact" ? "lost" : "ok" }.Create("c", 3).Dispose();

        HostRun run = await Of(["across", .. "cab".Select(name => _folder.File(name + ".fathom")), .. options]);

        Assert.Equal(ExitCode.Ok, run.Code);
        Snapshot.Match(Day().Replace($"{run.Out}\n{run.Error}".Replace(_folder.Path, "FOLDER", StringComparison.Ordinal), "2026-01-01"), snapshot);
    }

    [Fact]
    public async Task One_recording_is_refused_with_what_to_do()
    {
        HostRun run = await Of("across", "a.fathom");

        Assert.Equal((ExitCode.Usage, ""), (run.Code, run.Out));
        Assert.Contains("fathom serializers across a.fathom OTHER.fathom", run.Error, StringComparison.Ordinal);
    }

    private static Task<HostRun> Of(params string[] words) => HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", .. words], TestContext.Current.CancellationToken);

    [GeneratedRegex(@"20\d\d-\d\d-\d\d")]
    private static partial Regex Day();
}
