using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Serializers.Programs;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Serializers;

/// <summary>What of the options of own data does not go together is said before anything is built.</summary>
public sealed class OwnTypeOptionsTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(2, "--json needs the class.", "--json", "a.json")]
    [InlineData(2, "--factory needs the class.", "--factory", "Make")]
    [InlineData(2, "--json and --factory both create the object.", "--own-type", "a.dll!A", "--json", "a.json", "--factory", "Make")]
    [InlineData(2, "'--own-type a.dll' names no assembly and type.", "--own-type", "a.dll")]
    [InlineData(3, "There is no file 'a.dll'.", "--own-type", "a.dll!A")]
    [InlineData(3, "There is no file 'a.json'.", "--from-json", "a.json")]
    [InlineData(2, "--from-json generates its own classes and accepts no other type.", "--from-json", "a.json", "--own-type", "a.dll!A")]
    public async Task Options_that_do_not_go_together_are_refused(int exitCode, string message, params string[] options)
    {
        foreach (string[] verb in new string[][] { ["serializers"], ["serializers", "show"] })
        {
            HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, [.. verb, .. options], TestContext.Current.CancellationToken);

            Assert.Equal(exitCode, (int)run.Code);
            Assert.Contains(message, run.Error, StringComparison.Ordinal);
            Assert.Contains("next: ", run.Error, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("'Fathom.Tests.dll' targets net10.0, so .NET 8.0 and 9.0 cannot load it.", "next: build it for net8.0 or netstandard2.0", "--runtime", "8.0,9.0,10.0")]
    [InlineData("A program that is compiled ahead of time only (--build aot) cannot load a class of yours.", "next: --build jit,r2r", "--build", "jit,aot")]
    public async Task A_class_that_a_program_could_not_load_is_refused_before_anything_is_built(string message, string next, params string[] options)
    {
        string type = $"{typeof(OwnTypeOptionsTests).Assembly.Location}!OwnOrder";

        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", "--own-type", type, .. options], TestContext.Current.CancellationToken);

        Assert.Equal(2, (int)run.Code);
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
        Assert.Contains(next, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Classes_of_a_document_are_made_for_the_oldest_runtime() => Assert.Equal(
        "net8.0", OwnTypeTargets.Oldest([new BuildTarget("net10.0", BuildMode.Jit), new BuildTarget("net8.0", BuildMode.ReadyToRun), new BuildTarget("net9.0", BuildMode.Jit)]));

    [Theory]
    [InlineData("[1, 2]", "The sample holds no object to make a class of.")]
    [InlineData("{ \"a\": }", "is not valid JSON: ")]
    public async Task A_document_that_no_class_can_be_made_for_is_refused(string json, string message)
    {
        string file = _folder.File("a.json");
        await File.WriteAllTextAsync(file, json, TestContext.Current.CancellationToken);

        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", "--from-json", file], TestContext.Current.CancellationToken);

        Assert.Equal(2, (int)run.Code);
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
    }
}
