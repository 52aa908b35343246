using System.Diagnostics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dumps;

/// <summary>A sample, published with a runtime of its own into a temporary folder. Disposing deletes it.</summary>
internal sealed class PublishedSample : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-publish-");

    /// <summary>Publishes; takes some seconds, and the network where the runtime is not in the package cache.</summary>
    /// <param name="major">Version of .NET: 8, 9 or 10.</param>
    /// <param name="isSingleFile">Whether runtime, assemblies and program become one file.</param>
    /// <param name="sample">The sample; it needs no other project.</param>
    public PublishedSample(int major, bool isSingleFile, string sample = "ManyMappings")
        : this(sample, Directory.GetFiles(Path.Combine(Repository.Root, "samples", sample), "*.cs").Select(static file => (Path.GetFileName(file), File.ReadAllText(file))), major, isSingleFile)
    {
    }

    /// <summary>Publishes a program of one source file, for .NET 10.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="source">C#.</param>
    /// <param name="packages">Items of its project.</param>
    public PublishedSample(string name, string source, string packages)
        : this(name, [("Program.cs", source)], 10, isSingleFile: false, packages)
    {
    }

    private PublishedSample(string name, IEnumerable<(string Name, string Text)> sources, int major, bool isSingleFile, string items = "")
    {
        Program = Path.Combine(Folder, name);
        try
        {
            // A project of its own outside of the checkout, whose settings and lock files are for one framework.
            DirectoryInfo source = _folder.CreateSubdirectory("source");
            foreach ((string file, string text) in sources)
                File.WriteAllText(Path.Combine(source.FullName, file), text);
            File.WriteAllText(Path.Combine(source.FullName, name + ".csproj"), $"""
                <Project Sdk="Microsoft.NET.Sdk">
                  <PropertyGroup>
                    <OutputType>Exe</OutputType>
                    <TargetFramework>net{major}.0</TargetFramework>
                    <LangVersion>latest</LangVersion>
                    <ImplicitUsings>enable</ImplicitUsings>
                    <AllowUnsafeBlocks>true</AllowUnsafeBlocks>
                    <InvariantGlobalization>true</InvariantGlobalization>
                  </PropertyGroup>
                  <ItemGroup>{items}</ItemGroup>
                </Project>
                """);
            ProcessStartInfo start = new(
                "dotnet",
                ["publish", source.FullName, "-c", "Release", "-r", "linux-x64", "--self-contained", "-o", Folder, $"-p:PublishSingleFile={isSingleFile}", "-nodeReuse:false"])
            {
                RedirectStandardOutput = true,
            };
            using Process publish = Process.Start(start)!;
            string output = publish.StandardOutput.ReadToEnd();
            publish.WaitForExit();
            Assert.True(publish.ExitCode == 0, output);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    public string Program { get; }

    private string Folder => Path.Combine(_folder.FullName, "app");

    public void Dispose() => _folder.Delete(recursive: true);
}
