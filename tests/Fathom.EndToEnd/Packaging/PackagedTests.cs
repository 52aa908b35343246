using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Packaging;

/// <summary>What <c>eng/package</c> makes, in a root of Debian in which neither .NET nor Node is.</summary>
[Trait("Category", "Long")]
public sealed class PackagedTests
{
    private const long MostArchiveBytes = 60 << 20;
    private const int MostCompiledMethods = 149;
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(20);

    [Fact]
    public async Task The_archive_answers_about_live_programs_where_there_is_no_dotnet_and_the_tool_where_there_is()
    {
        Needs.Root();
        Needs.Debootstrap();
        using TestFolder folder = new();
        string packages = folder.File("packages"), root = folder.File("root");

        await Package(packages);
        string archive = Assert.Single(Directory.GetFiles(packages, "fathom-*-linux-x64.tar.gz"));
        Assert.InRange(new FileInfo(archive).Length, 1, MostArchiveBytes);
        await Succeeds($"cd '{packages}' && sha256sum --check --quiet SHA256SUMS");
        // A self-contained program stands for what a server without .NET runs.
        string own = $"-p:FathomPackage=true -p:RuntimeIdentifiers= -p:ArtifactsPath='{folder.File("sample")}' -nodeReuse:false";
        await Succeeds($"dotnet publish '{Path.Combine(Repository.Root, "samples", "Leak")}' -c Release -r linux-x64 --self-contained -v q {own} -o '{folder.File("app")}'");
        await Succeeds($"debootstrap --variant=minbase bookworm '{root}' http://deb.debian.org/debian && cp -r '{folder.File("app")}' '{root}/app' && tar -C '{root}/opt' -xzf '{archive}'");

        ToolRun inside = await FathomTool.ShellAsync($"unshare --mount '{Path.Combine(Repository.Root, "tests", "Fathom.EndToEnd", "Packaging", "in-root.sh")}' '{root}'", timeout: s_patience);

        string[] answers = inside.Out.Split("== ", StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(["ps 0", "heap 0", "suspects 0", "memory 0", "watch 0", "stacks 0", "save 0", "sql 0", "serializers 4"], answers.Select(static answer => answer.Split('\n')[0]));
        Assert.Contains("Leak", Of(answers, "ps"), StringComparison.Ordinal);
        Assert.Contains("held by static field Shop.OrderCache.s_handled", Of(answers, "suspects"), StringComparison.Ordinal);
        Assert.Contains("decimal[]", Of(answers, "heap"), StringComparison.Ordinal);
        Assert.Contains("managed heap", Of(answers, "memory"), StringComparison.Ordinal);
        Assert.Contains("resident memory", Of(answers, "watch"), StringComparison.Ordinal);
        Assert.Contains("Main", Of(answers, "stacks"), StringComparison.Ordinal);
        Assert.Contains("Shop.Order", Of(answers, "sql"), StringComparison.Ordinal);
        Assert.Contains("SDK", Of(answers, "serializers"), StringComparison.Ordinal);

        string tools = folder.File("tools"), home = folder.File("home");
        Dictionary<string, string> places = new() { ["HOME"] = home, ["NUGET_PACKAGES"] = folder.File("cache"), ["DOTNET_CLI_HOME"] = home };
        ToolRun installed = await Succeeds(
            $"mkdir '{home}' && dotnet tool install fathom --tool-path '{tools}' --add-source '{packages}' --ignore-failed-sources && '{tools}/fathom' sql 'select 41 + 1 as answer' --format csv",
            places);
        Assert.EndsWith("\n42\n", installed.Out, StringComparison.Ordinal);
        ToolRun once = await Succeeds($"dotnet dnx --yes --add-source '{packages}' --ignore-failed-sources fathom -- sql 'select 41 + 1 as answer' --format csv", places);
        Assert.EndsWith("answer\n42\n", once.Out, StringComparison.Ordinal);

        string unpacked = folder.File("unpacked");
        await Succeeds($"mkdir '{unpacked}' && tar -C '{unpacked}' --strip-components=1 -xzf '{archive}'");
        using SampleProcess idle = SampleProcess.Start("Idle");
        Assert.InRange(await CompiledMethods(Path.Combine(unpacked, "fathom"), idle.Pid, folder.File("compiled")), 1, MostCompiledMethods);
    }

    [Fact]
    public async Task Two_runs_give_the_same_bytes()
    {
        using TestFolder folder = new();
        foreach (string run in (string[])["one", "two"])
            await Package(folder.File(run));

        await Succeeds($"diff -r '{folder.File("one")}' '{folder.File("two")}'");
    }

    // Without methods that are compiled again because they are called often, which depends on time. The runtime numbers what it compiles, and a process that the tool starts writes into the
    // same file: the largest number is that of the tool.
    private static async Task<int> CompiledMethods(string tool, int processId, string list)
    {
        Dictionary<string, string> listing = new() { ["DOTNET_JitStdOutFile"] = list, ["DOTNET_JitDisasmSummary"] = "1", ["DOTNET_TC_CallCounting"] = "0" };
        await Succeeds($"'{tool}' heap {processId}", listing);
        return File.ReadLines(list).Select(static line => line.Split(": JIT compiled ")).Where(static parts => parts.Length == 2)
            .Max(static parts => int.TryParse(parts[0], CultureInfo.InvariantCulture, out int number) ? number : 0);
    }

    private static Task<ToolRun> Package(string folder) => Succeeds($"'{Path.Combine(Repository.Root, "eng", "package")}' --platform linux-x64 '{folder}'");

    private static string Of(string[] answers, string name) => answers.Single(answer => answer.StartsWith(name + " ", StringComparison.Ordinal));

    private static async Task<ToolRun> Succeeds(string line, IReadOnlyDictionary<string, string>? environment = null)
    {
        ToolRun run = await FathomTool.ShellAsync(line, environment, timeout: s_patience);
        Assert.True(run.ExitCode == 0, run.ToString());
        return run;
    }
}
