using System.IO.Compression;
using Fathom.TestSupport;

namespace Fathom.EndToEnd.Serializers;

/// <summary>A checkout of its own with the empty program, and such as a test adds; with a source of packages of its own where one was added.</summary>
internal sealed class SmallCheckout
{
    private readonly TestFolder _folder;
    private readonly string _place;

    public SmallCheckout(TestFolder folder)
    {
        _folder = folder;
        _place = folder.File("checkout");
        foreach (string program in (string[])["Kit", "Empty"])
            TestFolder.Copy(Path.Combine(Repository.Root, "serializers", program), Path.Combine(_place, "serializers", program));
        string[] all = ["serializers/Directory.Build.props", "serializers/Directory.Build.targets", "serializers/Programs.targets", "Directory.Build.props", "global.json", ".editorconfig"];
        foreach (string shared in all)
            File.Copy(Path.Combine(Repository.Root, shared), Path.Combine(_place, shared));
    }

    /// <summary>What names it to the tool; its folder of packages is empty at first.</summary>
    public Dictionary<string, string> Environment => new() { ["FATHOM_SERIALIZERS"] = Path.Combine(_place, "serializers"), ["NUGET_PACKAGES"] = _folder.File("packages") };

    /// <summary>Adds a program that names a package.</summary>
    public void Add(string name, string package, string version, string source)
    {
        string program = Path.Combine(_place, "serializers", name);
        Directory.CreateDirectory(program);
        File.WriteAllText(
            Path.Combine(program, $"{name}.csproj"), $"""<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="{package}" Version="{version}" /></ItemGroup></Project>""");
        File.WriteAllText(Path.Combine(program, "Program.cs"), source);
    }

    /// <summary>Serves a package without a file in it, and from then on no other packages than such.</summary>
    public void Serve(string package, string version)
    {
        string source = _folder.File("source");
        Directory.CreateDirectory(source);
        File.WriteAllText(
            Path.Combine(_place, "NuGet.config"), $"""<configuration><packageSources><clear /><add key="own" value="{source}" /></packageSources></configuration>""");
        using ZipArchive archive = ZipFile.Open(Path.Combine(source, $"{package}.{version}.nupkg"), ZipArchiveMode.Create);
        using (StreamWriter nuspec = new(archive.CreateEntry($"{package}.nuspec").Open()))
        {
            nuspec.Write($"""
                <package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"><metadata><id>{package}</id><version>{version}</version><authors>a</authors>
                <description>d</description><license type="expression">Apache-2.0</license></metadata></package>
                """);
        }

        archive.CreateEntry("lib/net10.0/_._");
    }
}
