using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary>An adapter that lies outside of the checkout, versions of a package, and a program that does not compile.</summary>
[Trait("Category", "Long")]
public sealed class SerializersAdapterTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(9);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_two_files_of_the_template_are_an_adapter_beside_those_of_the_checkout()
    {
        string mine = Template("my adapter");

        JsonElement[] rows = await RowsAsync("serializers", "--quick", "--page", _folder.File("p.html"), "--adapters", mine, "--serializer", "My.Serializer,Newtonsoft.Json", "--case", "bookshelf");

        Assert.Equal(["My.Serializer", "Newtonsoft.Json"], rows.Select(static row => row.GetProperty("serializer").GetString()).Order(StringComparer.Ordinal));
        Assert.All(rows, static row => Assert.Equal("ok", row.GetProperty("outcome").GetString()));
        // Both write the same text with the same library.
        Assert.Single(rows.Select(static row => row.GetProperty("size_bytes").GetInt64()).Distinct());
        Assert.Equal(["MySerializer.csproj", "Program.cs"], Directory.EnumerateFileSystemEntries(mine).Select(Path.GetFileName).Order(StringComparer.Ordinal));

        JsonElement[] features = await RowsAsync("serializers", "matrix", "--adapters", mine, "--serializer", "My.Serializer", "--all");

        Assert.Equal(["annotated", "plain"], features.Select(static row => row.GetProperty("types").GetString()).Distinct().Order(StringComparer.Ordinal));
        Assert.DoesNotContain(features, static row => row.GetProperty("name").GetString() == "(all)");
    }

    [Fact]
    [Trait("Category", "Long")]
    public async Task Two_versions_of_a_package_are_measured_side_by_side_and_one_that_there_is_not_is_told()
    {
        JsonElement[] rows = await RowsAsync("serializers", "trend", "--quick", "--package", "Newtonsoft.Json=12.0.3,13.0.4", "--serializer", "Newtonsoft.Json", "--columns", "+version");

        Assert.Equal(["Newtonsoft.Json 12.0.3", "Newtonsoft.Json 13.0.4"], rows.Select(static row => row.GetProperty("serializer").GetString()));
        Assert.Equal(["12.0.3", "13.0.4"], rows.Select(static row => row.GetProperty("version").GetString()));
        Assert.Equal(JsonValueKind.Null, rows[0].GetProperty("deserialize_change").ValueKind);
        Assert.Contains(rows[1].GetProperty("reading").GetString(), (string[])["faster", "slower", "as before", "not known"]);

        ToolRun missing = await FathomTool.RunAsync(
            ["serializers", "list", "--package", "Newtonsoft.Json=0.0.7", "--columns", "serializer,status,reason", "--format", "csv"],
            environment: null,
            timeout: s_patience);

        Assert.Contains("Newtonsoft.Json 0.0.7,not available,", missing.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("--fail-if")]
    public async Task A_program_that_does_not_compile_is_exit_code_1_with_the_sentence_of_the_compiler(string limit)
    {
        string mine = Template("broken");
        await File.AppendAllTextAsync(Path.Combine(mine, "Program.cs"), "\nint x = ;\n", TestContext.Current.CancellationToken);
        string[] limits = limit.Length == 0 ? [] : [limit, "serialize_ns=1h.."];

        ToolRun run = await FathomTool.RunAsync(
            [
                "serializers", "--quick", "--page", _folder.File($"p{limits.Length}.html"), "--adapters", mine, "--serializer",
                "My.Serializer,(copy)", "--case", "bookshelf", "-n", "5", "--format", "csv", .. limits,
            ],
            environment: null,
            timeout: s_patience);

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("warning: My.Serializer is not available: CS", run.Error, StringComparison.Ordinal);
        Assert.Contains("(copy)", run.Out, StringComparison.Ordinal);
    }

    private string Template(string name)
    {
        string mine = _folder.File(name);
        Directory.CreateDirectory(mine);
        foreach (string file in Directory.EnumerateFiles(Path.Combine(Repository.Root, "templates", "serializer-adapter")))
            File.Copy(file, Path.Combine(mine, Path.GetFileName(file)));
        return mine;
    }

    private static async Task<JsonElement[]> RowsAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"], environment: null, timeout: s_patience);
        Assert.Equal("", run.ExitCode == 0 ? "" : run.Error);
        using JsonDocument answer = JsonDocument.Parse(run.Out);
        return [.. answer.RootElement.GetProperty("rows").EnumerateArray().Select(static row => row.Clone())];
    }
}
