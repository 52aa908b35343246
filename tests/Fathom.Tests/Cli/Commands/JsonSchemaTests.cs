using Fathom.Cli;
using Fathom.Cli.Commands;
using Fathom.Cli.Frame;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>The published JSON Schemas of all answers. That answers keep to them is tested where the built tool is run.</summary>
public sealed class JsonSchemaTests
{
    private static string Folder => Path.Combine(Repository.Root, "docs", "json-schema");

    private static string[] Paths => [.. SchemaCommand.Answering(VerbCatalog.All).Select(static one => one.Path)];

    [Fact]
    public async Task The_checked_in_schemas_are_those_that_the_program_has()
    {
        Dictionary<string, string> current = [];
        foreach (string path in Paths)
            current.Add($"{path.Replace(' ', '-')}.json", (await Run(path)).Out);
        if (Environment.GetEnvironmentVariable("FATHOM_UPDATE_SNAPSHOTS") == "1")
        {
            if (Directory.Exists(Folder))
                Directory.Delete(Folder, recursive: true);
            Directory.CreateDirectory(Folder);
            foreach ((string name, string schema) in current)
                File.WriteAllText(Path.Combine(Folder, name), schema);
            return;
        }

        Assert.True(Directory.Exists(Folder), $"'{Folder}' is missing: eng/test --update-snapshots writes it.");
        Assert.Equal(current.Keys.Order(StringComparer.Ordinal), Directory.GetFiles(Folder).Select(static file => Path.GetFileName(file)).Order(StringComparer.Ordinal));
        Assert.All(current, one => Assert.Equal(one.Value, File.ReadAllText(Path.Combine(Folder, one.Key))));
    }

    [Fact]
    public async Task A_verb_that_is_not_there_is_told_with_the_one_that_was_meant()
    {
        HostRun run = await Run("heap dif");

        Assert.Equal("error: 'heap dif' in '--json-of heap dif' is not a verb or view that answers in JSON.\n  next: did you mean 'heap diff'?\n", run.Error);
    }

    private static Task<HostRun> Run(string path) => HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["schema", "--json-of", path], TestContext.Current.CancellationToken);
}
