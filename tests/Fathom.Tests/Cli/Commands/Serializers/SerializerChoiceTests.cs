using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Serializers;

/// <summary>What of versions and adapters is wrong is said before anything is built.</summary>
public sealed class SerializerChoiceTests
{
    [Theory]
    [InlineData(2, "'--package Newtonsoft.Json' names no package with versions.", "--package", "Newtonsoft.Json")]
    [InlineData(2, "'--package Newtonsoft.Json=' names no package with versions.", "--package", "Newtonsoft.Json=")]
    [InlineData(2, "'latest' in '--package Newtonsoft.Json=latest' is not a version of a package.", "--package", "Newtonsoft.Json=latest")]
    [InlineData(2, "'../x' in '--package A=../x' is not a version of a package.", "--package", "A=../x")]
    [InlineData(2, "No program uses a package 'Newtonsoft.Jso'.", "--package", "Newtonsoft.Jso=1.0.0")]
    [InlineData(3, "There is no folder '/no/such' of adapters.", "--adapters", "/no/such")]
    [InlineData(2, "No serializer is called 'Jsn'.", "--serializer", "Jsn")]
    public async Task What_is_wrong_is_refused_by_every_verb(int exitCode, string message, params string[] options)
    {
        foreach (string[] verb in new string[][] { ["serializers"], ["serializers", "list"], ["serializers", "matrix"], ["serializers", "start"], ["serializers", "scaling"], ["serializers", "show"] })
        {
            HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, [.. verb, .. options], TestContext.Current.CancellationToken);

            Assert.Equal((exitCode, ""), ((int)run.Code, run.Out));
            Assert.Contains(message, run.Error, StringComparison.Ordinal);
            Assert.Contains("next: ", run.Error, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_trend_needs_two_versions()
    {
        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", "trend", "--package", "Newtonsoft.Json=13.0.4"], TestContext.Current.CancellationToken);

        Assert.Equal(2, (int)run.Code);
        Assert.Contains("A trend needs a package in two versions at least.", run.Error, StringComparison.Ordinal);
    }
}
