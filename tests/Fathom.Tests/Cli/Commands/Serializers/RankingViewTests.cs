using System.Text.Json;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Serializers;

/// <summary>A saved comparison: conditions, CSV and JSON see the ratios and ranks of pairs, and what is not known breaks no limit.</summary>
public sealed class RankingViewTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("serializer=Slow,deserialize_factor_low=15..", 3, ExitCode.LimitBroken)]
    [InlineData("serializer=Slow,deserialize_factor_low=25..", 3, ExitCode.Ok)]
    [InlineData("serializer=AsFast,deserialize_factor_low=1.001..", 3, ExitCode.Ok)]
    // Two processes have a ratio and no bounds.
    [InlineData("serializer=Slow,deserialize_factor=15..", 2, ExitCode.LimitBroken)]
    [InlineData("serializer=Slow,deserialize_factor_low=15..", 2, ExitCode.Ok)]
    public async Task Conditions_see_the_ratios_of_pairs_and_their_bounds(string condition, int launches, ExitCode code)
    {
        SerializerRecordings.Create(_folder, "a", scale: 1, launches: launches).Dispose();

        HostRun run = await Of(_folder.File("a.fathom"), "--fail-if", condition);

        Assert.Equal("", run.Code == code ? "" : $"{run.Code}: {run.Error}");
    }

    [Fact]
    public async Task Notes_of_the_recording_and_of_its_samples_are_in_json()
    {
        SerializerRecordings.Create(_folder, "a", scale: 1, waits: true, warning: "other programs took 40 % of the processors meanwhile").Dispose();

        HostRun run = await Of(_folder.File("a.fathom"), "--format", "json");

        using JsonDocument answer = JsonDocument.Parse(run.Out);
        string[] notes = [.. answer.RootElement.GetProperty("notes").EnumerateArray().Select(static note => note.GetString()!)];
        Assert.Contains("other programs took 40 % of the processors meanwhile", notes);
        Assert.Contains(notes, static note => note.StartsWith("24 of 120 samples waited for a processor", StringComparison.Ordinal));
        Assert.Contains("note: other programs took 40 %", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_table_ends_with_the_conclusion_json_has_it_in_its_notes_and_csv_is_rows_only()
    {
        SerializerRecordings.Create(_folder, "a", scale: 1).Dispose();

        HostRun table = await Of(_folder.File("a.fathom")), json = await Of(_folder.File("a.fathom"), "--format", "json"), csv = await Of(_folder.File("a.fathom"), "--format", "csv");

        string last = table.Out.TrimEnd().Split('\n').Last(static line => line.StartsWith("  ", StringComparison.Ordinal) && line[2] != ' ');
        Assert.StartsWith("  use Fast, ", last, StringComparison.Ordinal);
        using JsonDocument answer = JsonDocument.Parse(json.Out);
        Assert.Contains(
            answer.RootElement.GetProperty("notes").EnumerateArray(), static note => note.GetString()!.StartsWith("advice (bookshelf, n=100, lane stream): use Fast, ", StringComparison.Ordinal));
        Assert.DoesNotContain("use Fast", csv.Out + csv.Error, StringComparison.Ordinal);
    }

    private static Task<HostRun> Of(params string[] words) => HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", .. words], TestContext.Current.CancellationToken);
}
