using Fathom.Cli.Frame;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Frame;
using Xunit;

namespace Fathom.Tests.Cli.Serializers;

/// <summary>What of the options of own data does not go together is said before anything is built.</summary>
public sealed class OwnTypeOptionsTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(2, "--json needs the class.", "--json", "a.json")]
    [InlineData(2, "--factory needs the class.", "--factory", "Make")]
    [InlineData(2, "--json and --factory both make the object.", "--own-type", "a.dll!A", "--json", "a.json", "--factory", "Make")]
    [InlineData(2, "'--own-type a.dll' names no assembly and type.", "--own-type", "a.dll")]
    [InlineData(3, "There is no file 'a.dll'.", "--own-type", "a.dll!A")]
    [InlineData(3, "There is no file 'a.json'.", "--from-json", "a.json")]
    [InlineData(2, "--from-json makes its own classes and takes no other type.", "--from-json", "a.json", "--own-type", "a.dll!A")]
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
    [InlineData("[1, 2]", "The sample holds no object to make a class of.")]
    [InlineData("{ \"a\": }", "is no JSON: ")]
    public async Task A_document_that_no_class_can_be_made_for_is_refused(string json, string message)
    {
        string file = _folder.File("a.json");
        await File.WriteAllTextAsync(file, json, TestContext.Current.CancellationToken);

        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["serializers", "--from-json", file], TestContext.Current.CancellationToken);

        Assert.Equal(2, (int)run.Code);
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
    }
}
