using System.Text.Json;
using System.Xml.Linq;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary>The built programs: what is beside each of them, and one that cannot be built.</summary>
public sealed class SerializersProgramTests : IDisposable
{
    private const string Kit = "Fathom.Serializers.Kit";
    private const string Plain = "Fathom.Serializers.Plain";

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(9);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    // Adding a serializer changes the first call of no other one: nothing of it is where another program looks for what it loads.
    [Fact]
    [Trait("Category", "Slow")]
    public Task A_program_has_nothing_beside_it_but_its_own_package_and_what_that_needs() => RequireOwnAsync("System.Text.Json,Newtonsoft.Json,BinaryFormatter,(copy)", 4);

    [Fact]
    [Trait("Category", "Long")]
    public Task No_program_of_all_has_anything_beside_it_but_its_own() => RequireOwnAsync("*", 13);

    private static async Task RequireOwnAsync(string serializers, int least)
    {
        ToolRun list = await FathomTool.RunAsync(["serializers", "list", "--serializer", serializers, "--columns", "+program,+reason", "--format", "json"], environment: null, timeout: s_patience);

        Assert.Equal("", list.ExitCode == 0 ? "" : list.Error);
        using JsonDocument answer = JsonDocument.Parse(list.Out);
        JsonElement[] rows = [.. answer.RootElement.GetProperty("rows").EnumerateArray()];
        Assert.All(rows.Where(static row => row.GetProperty("status").GetString() == "not available"), static row => Assert.NotEqual(JsonValueKind.Null, row.GetProperty("reason").ValueKind));
        string[] programs = [.. rows.Where(static row => row.GetProperty("status").GetString() == "available").Select(static row => row.GetProperty("program").GetString()!).Distinct()];
        Assert.True(programs.Length >= least, string.Join(' ', programs));
        Assert.All(programs, RequireOwn);
    }

    [Fact]
    [Trait("Category", "Long")]
    public async Task A_program_whose_package_does_not_restore_is_listed_with_the_reason_and_stops_no_other()
    {
        SmallCheckout checkout = new(_folder);
        checkout.Add("Broken", "Newtonsoft.Json", "[0.0.1]", """return SerializerProgram.Run(args, new SerializerEntry("Broken serializer", static () => null!));""");

        ToolRun list = await FathomTool.RunAsync(["serializers", "list", "--columns", "+reason", "--format", "json"], checkout.Environment, timeout: s_patience);

        Assert.Equal("", list.ExitCode == 0 ? "" : list.Error);
        using JsonDocument answer = JsonDocument.Parse(list.Out);
        Dictionary<string, JsonElement> rows = answer.RootElement.GetProperty("rows").EnumerateArray().ToDictionary(static row => row.GetProperty("serializer").GetString()!);
        Assert.Equal("available", rows["(empty process)"].GetProperty("status").GetString());
        Assert.Equal("not available", rows["Broken serializer"].GetProperty("status").GetString());
        Assert.StartsWith("NU1", rows["Broken serializer"].GetProperty("reason").GetString(), StringComparison.Ordinal);
    }

    private static void RequireOwn(string program)
    {
        string project = Directory.EnumerateFiles(Path.Combine(Repository.Root, "serializers", program), "*.csproj").Single();
        string assembly = Path.GetFileNameWithoutExtension(project);
        string folder = Path.Combine(Repository.Root, "artifacts", "serializers", "net10.0-jit", "bin", assembly, "release");
        using JsonDocument deps = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(folder, $"{assembly}.deps.json")));
        JsonElement[] libraries = [.. deps.RootElement.GetProperty("targets").EnumerateObject().Single().Value.EnumerateObject().Select(static one => one.Value)];
        // What it needs itself comes first in the file: Kit, and what its own project names.
        string[] named = [Kit, Plain, .. XDocument.Load(project).Descendants("PackageReference").Select(static one => (string)one.Attribute("Include")!)];
        if (libraries[0].TryGetProperty("dependencies", out JsonElement needs))
            Assert.Empty(needs.EnumerateObject().Select(static one => one.Name).Except(named, StringComparer.OrdinalIgnoreCase));
        string[] listed =
            [.. libraries.SelectMany(static one => one.TryGetProperty("runtime", out JsonElement files) ? files.EnumerateObject().Select(static file => Path.GetFileName(file.Name)) : [])];
        string[] there = [.. Directory.EnumerateFiles(folder, "*.dll").Select(static file => Path.GetFileName(file))];
        Assert.Empty(there.Except(listed));
        Assert.DoesNotContain(
            there,
            file => file.StartsWith("Fathom.", StringComparison.Ordinal) && Path.GetFileNameWithoutExtension(file) is var name && name != assembly && name is not (Kit or Plain));
    }
}
