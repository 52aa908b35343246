using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Sources.LoadedFiles;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.LoadedFiles;

/// <summary>
/// Which assembly of a folder refers to which: assemblies that were made for it, and frameworks in a folder that looks like an installed
/// .NET.
/// </summary>
public sealed class UsesTableTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Each_reference_has_one_state()
    {
        string app = Made("App"), frameworks = Framework("10.0.3");
        MadeAssembly.Write(
            $"{app}/App.dll", "1.0.0.0", ("Lib", "2.0.0.0", 3), ("Old", "5.0.0.0", 1), ("Gone", "1.0.0.0", 2), ("Idle", "1.0.0.0", 0),
                ("System.Runtime", "10.0.0.0", 4));
        MadeAssembly.Write($"{app}/Lib.dll", "2.0.0.0", ("Idle", "0.9.0.0", 1));
        MadeAssembly.Write($"{app}/Old.dll", "4.0.0.0");
        MadeAssembly.Write($"{app}/Idle.dll", "1.0.0.0");
        MadeAssembly.Write($"{app}/Plugin.dll", "1.0.0.0", ("Lib", "2.0.0.0", 1));
        Config(app, "10.0.0");

        AssemblyFolder read = new(app, new SharedFrameworks([frameworks]), TestContext.Current.CancellationToken);

        Assert.Equal(
            [
                "App -> Gone 1.0.0.0: missing", "App -> Idle 1.0.0.0: unused", "App -> Lib 2.0.0.0: ok", "App -> Old 5.0.0.0: older",
                    "App -> System.Runtime 10.0.0.0: ok",
                "App: not referenced", "Lib -> Idle 0.9.0.0: newer", "Plugin -> Lib 2.0.0.0: ok", "Plugin: not referenced",
            ],
            States(read));
        Assert.Equal([("Microsoft.NETCore.App", "10.0.3")], read.Frameworks.Select(static one => (one.Name, one.Version)));
    }

    [Theory]
    [InlineData("10.0.0", new[] { "9.0.9", "10.0.3", "10.0.11", "10.1.0", "11.0.0" }, "10.0.11")]
    [InlineData("10.0.5", new[] { "10.0.3", "10.2.0", "10.1.7" }, "10.1.7")]
    [InlineData("10.0.0", new[] { "9.0.9", "11.0.0" }, null)]
    public void The_framework_is_the_one_that_the_host_would_choose(string wanted, string[] installed, string? chosen)
    {
        string app = Made("App"), root = _folder.File("dotnet");
        MadeAssembly.Write($"{app}/App.dll", "1.0.0.0", ("System.Runtime", "10.0.0.0", 1));
        foreach (string version in installed)
            Framework(version);
        Config(app, wanted);

        AssemblyFolder read = new(app, new SharedFrameworks([root]), TestContext.Current.CancellationToken);

        Assert.Equal(chosen, Path.GetFileName(read.Frameworks.Single().Folder));
        // What is not on this machine may be there where the program runs.
        Assert.Contains(chosen is null ? "App -> System.Runtime 10.0.0.0: not in folder" : "App -> System.Runtime 10.0.0.0: ok",
            States(read));
    }

    [Fact]
    public void Without_a_program_nothing_is_said_to_be_missing()
    {
        string app = Made("Library");
        MadeAssembly.Write($"{app}/Library.dll", "1.0.0.0", ("System.Runtime", "8.0.0.0", 1));

        AssemblyFolder read = new(app, new SharedFrameworks([]), TestContext.Current.CancellationToken);

        Assert.Equal(["Library -> System.Runtime 8.0.0.0: not in folder", "Library: not referenced"], States(read));
    }

    [Fact]
    public void What_is_missing_comes_first_and_a_line_counts_it()
    {
        string app = Made("App");
        MadeAssembly.Write($"{app}/App.dll", "1.0.0.0", ("App2", "1.0.0.0", 1), ("Nowhere", "1.0.0.0", 1));
        MadeAssembly.Write($"{app}/App2.dll", "1.0.0.0", ("App", "1.0.0.0", 1));

        (ResultTable rows, IReadOnlyList<string> lines) = UsesTable.Of([app], TestContext.Current.CancellationToken);

        Assert.Equal(["not in folder", "ok", "ok"], rows.Rows.Select(row => row[rows.IndexOf("state")].Text));
        Assert.Equal([$"{app}: 2 assemblies, 3 references, 1 not in folder; no program in it says which frameworks it needs"], lines);
    }

    [Fact]
    public void A_folder_without_assemblies_is_refused()
    {
        File.WriteAllText(_folder.File("x.dll"), "no assembly");

        FathomException nothing = Assert.Throws<FathomException>(() => UsesTable.Of([_folder.Path], TestContext.Current.CancellationToken));
        FathomException nowhere = Assert.Throws<FathomException>(() =>
            UsesTable.Of([_folder.File("none")], TestContext.Current.CancellationToken));

        Assert.Equal($"'{_folder.Path}' holds no assembly.", nothing.Message);
        Assert.StartsWith($"'{_folder.File("none")}' cannot be read: ", nowhere.Message, StringComparison.Ordinal);
    }

    private static string[] States(AssemblyFolder folder) =>
    [
        .. folder.Uses().Select(static use => use.Reference is null ? $"{use.Assembly}: {use.State}"
            : $"{use.Assembly} -> {use.Reference} {use.Wanted}: {use.State}")
            .Order(StringComparer.Ordinal),
    ];

    private static void Config(string app, string version) => File.WriteAllText(
        Path.Combine(app, "App.runtimeconfig.json"),
        $$"""{ "runtimeOptions": { "tfm": "net10.0", "framework": { "name": "Microsoft.NETCore.App", "version": "{{version}}" } } }""");

    private string Made(string name) => Directory.CreateDirectory(_folder.File(name)).FullName;

    private string Framework(string version)
    {
        string folder = Directory.CreateDirectory(_folder.File($"dotnet/shared/Microsoft.NETCore.App/{version}")).FullName;
        MadeAssembly.Write(Path.Combine(folder, "System.Runtime.dll"), "10.0.0.0");
        return _folder.File("dotnet");
    }
}
