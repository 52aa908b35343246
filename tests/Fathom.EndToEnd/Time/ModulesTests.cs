using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>
/// Which files a process has loaded. This process knows what it has: its runtime lists assemblies, the kernel mappings, readelf build ids.
/// </summary>
public sealed class ModulesTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Assemblies_and_libraries_of_a_process_are_those_that_its_runtime_and_the_kernel_list()
    {
        Assembly[] before = Loaded();
        HashSet<string> mapped = Mapped();
        JsonElement[] rows = await FathomTool.RowsAsync("modules", Pid);
        HashSet<string> after = Mapped();

        Dictionary<string, JsonElement> byPath = rows.ToDictionary(static row => Text(row, "path")!, StringComparer.Ordinal);
        Assert.All(before, assembly => AssertSame(assembly, byPath[assembly.Location]));
        Assert.Empty(mapped.Except(byPath.Keys));
        Assert.Empty(rows.Where(static row => Text(row, "kind") == "native").Select(static row => Text(row, "path")!).Except(after));
        Assert.All(rows, static row => Assert.Equal((JsonValueKind.Null, JsonValueKind.Null),
            (row.GetProperty("used").ValueKind, row.GetProperty("loaded_ns").ValueKind)));
        string runtime = mapped.Single(static path => path.EndsWith("/libcoreclr.so", StringComparison.Ordinal));
        Assert.Equal(await BuildIdAsync(runtime), Text(byPath[runtime], "build_id"));
        Assert.Equal(new FileInfo(runtime).Length, byPath[runtime].GetProperty("size_bytes").GetInt64());
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.RootReason)]
    public async Task A_recording_knows_them_too_and_what_was_loaded_meanwhile()
    {
        Needs.Root();
        string saved = _folder.File("own.fathom");
        Assembly[] before = Loaded();
        HashSet<string> mapped = Mapped();

        ToolRun run = await FathomTool.RunAsync("record", "--save", saved, "--", Path.Combine(Repository.SampleFolder("Empty"), "Empty"));
        JsonElement[] started = await FathomTool.RowsAsync("modules", saved);
        ToolRun own = await FathomTool.RunAsync("record", Pid, "--duration", "1s", "--save", _folder.File("this.fathom"));
        JsonElement[] rows = await FathomTool.RowsAsync("modules", _folder.File("this.fathom"));

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        Assert.True(own.ExitCode is 0 or 1, own.ToString());
        JsonElement program = Assert.Single(started, static row => Text(row, "module") == "Empty.dll");
        Assert.Contains(Text(program, "used"), (string[])["compiled", "sampled", "waited"]);
        Assert.All(started.Where(static row => Text(row, "kind") == "assembly"), static row =>
            Assert.NotEqual(JsonValueKind.Null, row.GetProperty("method_count").ValueKind));
        Assert.All(started, static row => Assert.InRange(row.GetProperty("loaded_ns").GetInt64(), 0, long.MaxValue));
        string[] inOrder = [.. started.Where(static row => Text(row, "kind") == "assembly")
            .OrderBy(static row => row.GetProperty("loaded_ns").GetInt64())
            .Select(static row => Text(row, "module")!)];
        Assert.Equal(["System.Private.CoreLib.dll", "Empty.dll"], inOrder.Take(2));
        ILookup<string, JsonElement> byPath = rows.Where(static row => Text(row, "path") is not null)
            .ToLookup(static row => Text(row, "path")!, StringComparer.Ordinal);
        Assert.All(before, assembly => AssertSame(assembly, byPath[assembly.Location].First()));
        Assert.Empty(mapped.Except(byPath.Select(static one => one.Key)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.RootReason)]
    public async Task No_method_of_an_unused_assembly_was_compiled_or_entered_as_other_events_tell()
    {
        Needs.Root();
        string saved = _folder.File("used.fathom"), program = Path.Combine(Repository.SampleFolder("Phases"), "Phases");

        // The runtime tells when the entry point of a method that was compiled ahead of time is looked up; Fathom does not ask for that.
        ToolRun run = await FathomTool.RunAsync("record", "--events", "Microsoft-Windows-DotNETRuntime:0x2000000000:5", "--save", saved,
            "--", program);
        JsonElement[] rows = await FathomTool.RowsAsync("modules", saved, "--where", "kind=assembly");
        JsonElement[] entered = await FathomTool.RowsAsync("sql", "select distinct fields from event where event like '%/R2RGetEntryPoint'",
            saved);

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        HashSet<string> types = [.. entered.Select(static row => JsonDocument.Parse(Text(row, "fields")!)
            .RootElement.GetProperty("MethodNamespace").GetString()!.Split('`', '[', '+')[0])];
        Assert.NotEmpty(types);
        string[] unused = [.. rows.Where(static row => Text(row, "used") == "unused").Select(static row => Text(row, "path")!)];
        string[] prepared = [.. rows.Where(static row => Text(row, "used") == "prepared").Select(static row => Text(row, "path")!)];
        Assert.NotEmpty(unused);
        // Types that are not public are compiled into several assemblies from one source.
        Assert.All(unused, path => Assert.Empty(Types(path, onlyPublic: true).Intersect(types)));
        Assert.All(prepared, path => Assert.NotEmpty(Types(path, onlyPublic: false).Intersect(types)));
    }

    // Those of generics without the number of their parameters, as they stand in the metadata.
    private static HashSet<string> Types(string path, bool onlyPublic)
    {
        using PEReader image = new(File.OpenRead(path));
        MetadataReader metadata = image.GetMetadataReader();
        return
        [
            .. metadata.TypeDefinitions.Select(metadata.GetTypeDefinition)
                .Where(type => !type.Namespace.IsNil && (!onlyPublic || type.Attributes.HasFlag(TypeAttributes.Public)))
                .Select(type => $"{metadata.GetString(type.Namespace)}.{metadata.GetString(type.Name)}".Split('`')[0]),
        ];
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_recordings_on_a_runtime_of_some_version_are_found_among_others()
    {
        Directory.CreateDirectory(_folder.File("runs/deep"));
        foreach ((string sample, string name) in ((string, string)[])[("Frames8", "runs/deep/old.fathom"), ("Idle", "runs/new.fathom")])
        {
            using SampleProcess process = SampleProcess.Start(sample);
            ToolRun saved = await FathomTool.RunAsync("modules", process.Pid.ToString(CultureInfo.InvariantCulture), "--save",
                _folder.File(name));
            Assert.Equal(0, saved.ExitCode);
        }

        JsonElement[] old = await FathomTool.RowsAsync("modules", _folder.File("runs/**"), "--where", "module=*coreclr.so,version=8.*");
        JsonElement[] all = await FathomTool.RowsAsync("modules", _folder.File("runs/**"), "--where", "module=*coreclr.so");

        Assert.Equal("old", Text(Assert.Single(old), "recording"));
        Assert.Equal(["new", "old"], all.Select(static row => Text(row, "recording")).Order());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_reference_that_is_missing_is_one_that_the_runtime_does_not_find()
    {
        string copy = Directory.CreateDirectory(_folder.File("copy")).FullName;
        foreach (string file in Directory.GetFiles(Repository.SampleFolder("TabLog"))
            .Where(static file => !file.EndsWith(".deps.json", StringComparison.Ordinal)))
            File.Copy(file, Path.Combine(copy, Path.GetFileName(file)));
        JsonElement[] whole = await FathomTool.RowsAsync("modules", "uses", copy, "--where", "state=missing");
        File.Delete(Path.Combine(copy, "Fathom.Testing.dll"));

        JsonElement[] missing = await FathomTool.RowsAsync("modules", "uses", copy, "--where", "state=missing");
        (int exitCode, string error) = await RunAsync(Path.Combine(copy, "TabLog"));

        Assert.Empty(whole);
        Assert.Equal([("TabLog", "Fathom.Testing")], missing.Select(static row => (Text(row, "assembly")!, Text(row, "references")!)));
        Assert.NotEqual(0, exitCode);
        Assert.Contains($"Could not load file or assembly 'Fathom.Testing, Version={Text(missing[0], "wanted")}", error,
            StringComparison.Ordinal);
    }

    private static string Pid => Environment.ProcessId.ToString(CultureInfo.InvariantCulture);

    private static Assembly[] Loaded() =>
        [.. AppDomain.CurrentDomain.GetAssemblies().Where(static assembly => !assembly.IsDynamic && assembly.Location.Length > 0)];

    private static HashSet<string> Mapped() =>
    [
        .. File.ReadLines("/proc/self/maps").Where(static line => line.Contains(" r-xp ", StringComparison.Ordinal) && line.Contains('/'))
            .Select(static line => line[line.IndexOf('/')..]).Where(static path => !path.StartsWith("/memfd:", StringComparison.Ordinal)),
    ];

    private static void AssertSame(Assembly assembly, JsonElement row)
    {
        Assert.Equal(("assembly", assembly.ManifestModule.ModuleVersionId.ToString("n")), (Text(row, "kind"), Text(row, "build_id")));
        Assert.Equal(assembly.GetName().Version!.ToString(), Text(row, "assembly_version"));
        if (Text(row, "version_from") == "file")
            Assert.Equal(assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0],
                Text(row, "version"));
    }

    private static string? Text(JsonElement row, string column) => row.GetProperty(column).GetString();

    private static async Task<string> BuildIdAsync(string path)
    {
        using Process readelf = Process.Start(new ProcessStartInfo("readelf", ["-n", path]) { RedirectStandardOutput = true })!;
        string text = await readelf.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await readelf.WaitForExitAsync(TestContext.Current.CancellationToken);
        return text[(text.IndexOf("Build ID: ", StringComparison.Ordinal) + 10)..].Split('\n')[0].Trim();
    }

    private static async Task<(int ExitCode, string Error)> RunAsync(string program)
    {
        using Process process = Process.Start(
            new ProcessStartInfo(program) { RedirectStandardError = true, RedirectStandardOutput = true })!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        string error = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await output;
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, error);
    }
}
