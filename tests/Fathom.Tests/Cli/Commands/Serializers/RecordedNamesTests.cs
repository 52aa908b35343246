using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Serializers;

/// <summary>Names of serializers choose from a recording as they choose what is measured.</summary>
public sealed class RecordedNamesTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public RecordedNamesTests() => SerializerRecordings.Create(_folder, "a", scale: 1).Dispose();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Fast", "serializers")]
    [InlineData("Slow", "serializers", "matrix", "--all")]
    [InlineData("Slow", "serializers", "start")]
    [InlineData("Fast", "serializers", "show")]
    [InlineData("Fast", "serializers", "list")]
    public async Task A_view_of_a_recording_shows_the_serializers_that_are_asked_for(string name, params string[] verb)
    {
        HostRun all = await RunAsync([.. verb, "--columns", "serializer"]), one = await RunAsync([.. verb, "--serializer", name, "--columns", "serializer"]);

        Assert.Equal((ExitCode.Ok, ExitCode.Ok), (all.Code, one.Code));
        Assert.True(Names(all).Count > 1, all.Out);
        Assert.Equal([name], Names(one));
    }

    [Theory]
    [InlineData("serializers")]
    [InlineData("serializers", "matrix")]
    [InlineData("serializers", "start")]
    public async Task A_name_that_it_does_not_have_is_refused(params string[] verb)
    {
        HostRun run = await RunAsync([.. verb, "--serializer", "Fats"]);

        Assert.Equal((ExitCode.Usage, ""), (run.Code, run.Out));
        Assert.Contains("is called 'Fats'.", run.Error, StringComparison.Ordinal);
        Assert.Contains("did you mean 'Fast'?", run.Error, StringComparison.Ordinal);
    }

    private static HashSet<string> Names(HostRun run) => [.. run.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1)];

    private Task<HostRun> RunAsync(string[] words)
    {
        int views = words.TakeWhile(static word => !word.StartsWith('-')).Count();
        return HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, [.. words[..views], _folder.File("a.fathom"), .. words[views..], "--format", "csv"], TestContext.Current.CancellationToken);
    }
}
