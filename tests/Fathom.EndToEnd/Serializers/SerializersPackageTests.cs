using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary>Packages of adapters: into an empty folder, and where registries do not serve the wanted version.</summary>
[Trait("Category", "Long")]
public sealed class SerializersPackageTests : IDisposable
{
    private const string Served = "Fathom.Test.Served", Adapter = """
        using Fathom.Serializers.Kit.Adapters;
        using Fathom.Serializers.Kit.Sessions;

        return SerializerProgram.Run(args, new SerializerEntry("NAME", static () => new OwnAdapter()));

        internal sealed class OwnAdapter : SerializerAdapter
        {
            public override SerializerDescription Describe() => new("Fathom.Test.Served", "1.0.2", "none", IsText: false, "", SerializerRole.Serializer);

            public override Codec<T> Create<T>() => throw new NotSupportedException("it serializes nothing");
        }
        """;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(9);

    // What a registry may say of a package that it does not have: none of that name, none of that version, none but pre-releases.
    private static readonly string[] s_notServed = ["NU1101", "NU1102", "NU1103"];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_next_served_version_is_taken_and_the_answer_says_which_and_what_is_not_available()
    {
        SmallCheckout checkout = new(_folder);
        checkout.Serve(Served, "1.0.2");
        checkout.Serve(Served, "1.1.0");
        checkout.Serve("Fathom.Test.Older", "1.0.0");
        checkout.Add("Substituted", Served, "[1.0.1,)", Adapter.Replace("NAME", "Substituted", StringComparison.Ordinal));
        checkout.Add("Wanted", Served, "[1.1.0,)", Adapter.Replace("NAME", "Wanted", StringComparison.Ordinal));
        checkout.Add("Unfit", Served, "[1.0.1,)", Adapter.Replace("NAME", "Unfit", StringComparison.Ordinal) + "\nclass A { int a = ; }\n");
        checkout.Add("Late", "Fathom.Test.Older", "[2.0.0,)", Adapter.Replace("NAME", "Late", StringComparison.Ordinal));
        checkout.Add("Gone", "Fathom.Test.Gone", "[1.0.0,)", Adapter.Replace("NAME", "Gone", StringComparison.Ordinal));
        string[] notes =
        [
            "note: Gone is not available: NU1101: Unable to find package Fathom.Test.Gone",
            "note: Late is not available: NU1102: Unable to find package Fathom.Test.Older with version (>= 2.0.0)",
            "note: Unfit is not available: NU1603: Fathom.Test.Served 1.0.2 is used in place of 1.0.1, which is not served: CS",
            "note: Substituted: Fathom.Test.Served 1.0.2 is used in place of 1.0.1, which is not served",
        ];

        ToolRun list = await FathomTool.RunAsync(["serializers", "list", "--columns", "serializer,status,licence,licence_source", "--format", "csv"], checkout.Environment, timeout: s_patience);
        ToolRun measured = await FathomTool.RunAsync(
            ["serializers", "--quick", "--case", "bookshelf", "-n", "5", "--page", _folder.File("p.html"), "--save", _folder.File("m.fathom")], checkout.Environment, timeout: s_patience);
        ToolRun shown = await FathomTool.RunAsync("serializers", _folder.File("m.fathom"));

        Assert.True(list.Out.Contains("\nSubstituted,available,Apache-2.0,nuspec of Fathom.Test.Served 1.0.2\n", StringComparison.Ordinal), list.ToString());
        Assert.True(list.Out.Contains("\nWanted,available,Apache-2.0,nuspec of Fathom.Test.Served 1.1.0\n", StringComparison.Ordinal), list.ToString());
        foreach (ToolRun run in (ToolRun[])[list, measured, shown])
        {
            Assert.Equal("", run.ExitCode == 0 ? "" : run.ToString());
            Assert.All(notes, note => Assert.Contains(run.Error.Split('\n'), line => line.StartsWith(note, StringComparison.Ordinal)));
            Assert.DoesNotContain("Wanted:", run.Error, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Each_adapter_restores_into_an_empty_folder_of_packages_unless_its_package_is_not_served()
    {
        string driver = _folder.File("all.proj"), built = _folder.File("built");
        string[] projects = [.. Directory.EnumerateDirectories(Path.Combine(Repository.Root, "serializers")).Where(static one => Path.GetFileName(one) != "Kit")
            .SelectMany(static one => Directory.EnumerateFiles(one, "*.csproj"))];
        await File.WriteAllTextAsync(
            driver,
            $"""
            <Project><ItemGroup><One Include="{string.Join(';', projects)}" /></ItemGroup>
            <Target Name="Restore"><MSBuild Projects="@(One)" Targets="Restore" ContinueOnError="true" Properties="MSBuildRestoreSessionId=$([System.Guid]::NewGuid())" /></Target></Project>
            """,
            TestContext.Current.CancellationToken);
        ProcessStartInfo info = FathomTool.Start(
            "dotnet",
            ["msbuild", driver, "-t:Restore", "-nologo", "-v:quiet", "-nodeReuse:false", $"-p:ArtifactsPath={built}"],
            new Dictionary<string, string> { ["NUGET_PACKAGES"] = _folder.File("packages") },
            _folder.Path);
        using Process restore = Process.Start(info)!;
        restore.StandardInput.Close();
        CancellationToken stop = TestContext.Current.CancellationToken;
        Task<string> text = restore.StandardOutput.ReadToEndAsync(stop), error = restore.StandardError.ReadToEndAsync(stop);
        await restore.WaitForExitAsync(stop);
        string said = await text + await error;

        Dictionary<string, string[]> errors = projects.Select(static project => Path.GetFileNameWithoutExtension(project))
            .ToDictionary(static name => name, name => Errors(Path.Combine(built, "obj", name, "project.assets.json")));
        Assert.All(errors, one => Assert.True(one.Value.All(s_notServed.Contains), $"{one.Key}: {string.Join(' ', one.Value)}\n{said}"));
        Assert.True(errors.Count(static one => one.Value.Length == 0) >= 13, said);
        Assert.True(Directory.Exists(Path.Combine(_folder.File("packages"), "newtonsoft.json")), said);
    }

    private static string[] Errors(string assets)
    {
        using JsonDocument list = JsonDocument.Parse(File.ReadAllBytes(assets));
        return list.RootElement.TryGetProperty("logs", out JsonElement logs)
            ? [.. logs.EnumerateArray().Where(static log => log.GetProperty("level").GetString() == "Error").Select(static log => log.GetProperty("code").GetString()!)]
            : [];
    }
}
