using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Serializers;

/// <summary>The views of profiles that were saved.</summary>
public sealed class ProfileViewTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("serializers-profile.txt", "--profile", "--where", "operation=serialize")]
    [InlineData("serializers-profile-methods.txt", "--profile", "--methods", "--where", "serializer=Slow")]
    [InlineData("serializers-profile.csv", "--profile", "--where", "serializer=Slow", "--format", "csv", "-q")]
    public async Task A_saved_profile_is_shown(string snapshot, params string[] options)
    {
        SerializerRecordings.Create(_folder, "a", scale: 1).Dispose();

        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", _folder.File("a.fathom"), .. options], TestContext.Current.CancellationToken);

        Assert.Equal(ExitCode.Ok, run.Code);
        Snapshot.Match($"{run.Out}\n{run.Error}".Replace(_folder.Path, "FOLDER", StringComparison.Ordinal), snapshot);
    }

    [Theory]
    [InlineData("--methods")]
    [InlineData("--profile", "--checks")]
    [InlineData("--profile", "--page", "x.html")]
    [InlineData("--profile", "--resume", "x.fathom")]
    [InlineData("--profile", "--samples", "3")]
    [InlineData("--profile", "--threads", "2")]
    public async Task What_has_no_meaning_for_a_profile_is_refused(params string[] options)
    {
        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", .. options], TestContext.Current.CancellationToken);

        Assert.Equal((ExitCode.Usage, ""), (run.Code, run.Out));
        Snapshot.Match(run.Error, $"serializers-refused{string.Join("", options)}.txt");
    }
}
