using System.Diagnostics;
using System.IO.Compression;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Testing;

/// <summary>The package of <c>Fathom.Testing</c>, as somebody gets it who has nothing else of Fathom.</summary>
public sealed class PackageTests
{
    private const string Program = """
        using Fathom.Testing;

        List<object> kept = [];
        MemoryTrafficResult traffic = MemoryTraffic.Measure(() =>
        {
            Thread other = new(() => Allocate(10_000));
            other.Start();
            Allocate(10_000);
            other.Join();
        });
        Console.WriteLine($"traffic {traffic.AllocatedBytes}");
        Console.WriteLine(traffic);
        MemoryLimit.NoGrowth(() => Allocate(10));
        Console.WriteLine("no growth");
        try
        {
            MemoryLimit.NoGrowth(() => kept.Add(new Order()));
        }
        catch (MemoryLimitException broken)
        {
            Console.WriteLine(broken.Message);
        }

        Console.WriteLine($"live {LiveInstances.Of<Order>() == kept.Count}");

        static void Allocate(int count)
        {
            for (int i = 0; i < count; i++)
                GC.KeepAlive(new byte[976]);
        }

        internal sealed class Order
        {
            public long Number = 1;
            public decimal[] Lines = new decimal[10];
        }
        """;

    [Fact]
    [Trait("Category", "Slow")]
    public void It_holds_the_library_with_documentation_and_terms_and_nothing_native()
    {
        using TestFolder folder = new();
        using ZipArchive package = ZipFile.OpenRead(Pack(folder));
        string[] files =
            [.. package.Entries.Select(entry => entry.FullName).Where(name => !name.StartsWith("_rels/") && !name.StartsWith("package/") && !name.StartsWith('[')).Order(StringComparer.Ordinal)];

        Assert.Equal(
            [
                "Fathom.Testing.nuspec", "README.md", "lib/net10.0/Fathom.Files.dll", "lib/net10.0/Fathom.Formats.dll", "lib/net10.0/Fathom.Model.dll", "lib/net10.0/Fathom.Testing.dll",
                "lib/net10.0/Fathom.Testing.xml",
                "ref/net10.0/Fathom.Testing.dll", "ref/net10.0/Fathom.Testing.xml",
            ],
            files);
        string terms = Read(package, "Fathom.Testing.nuspec");
        Assert.Contains("<license type=\"expression\">MIT</license>", terms, StringComparison.Ordinal);
        Assert.Contains("<group targetFramework=\"net10.0\" />", terms, StringComparison.Ordinal);
        Assert.DoesNotContain("<dependency ", terms, StringComparison.Ordinal);
        Assert.Equal(File.ReadAllText(Path.Combine(Repository.Root, "docs", "testing.md")), Read(package, "README.md"));
    }

    [Fact]
    [Trait("Category", "Long")]
    public void A_program_that_has_nothing_else_of_Fathom_measures_with_it()
    {
        using TestFolder folder = new();
        Pack(folder);
        // The cache is the folder's too: a package of the same version that was packed before would be taken from the user's.
        File.WriteAllText(folder.File("nuget.config"), """
            <configuration>
              <config><add key="globalPackagesFolder" value="cache" /></config>
              <packageSources><clear /><add key="folder" value="." /></packageSources>
            </configuration>
            """);
        File.WriteAllText(folder.File("Stranger.csproj"), """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="Fathom.Testing" Version="0.2.0" />
              </ItemGroup>
            </Project>
            """);
        File.WriteAllText(folder.File("Program.cs"), Program);
        Run(folder.Path, "dotnet", "build", "-c", "Release", "-o", folder.File("app"), "-nodeReuse:false");

        string said = Run(folder.Path, folder.File("app/Stranger"));

        string[] lines = said.Split('\n');
        // Arrays of 1,000 bytes, 20,000 of them on two threads; what the thread itself takes comes on top.
        Assert.InRange(long.Parse(lines[0]["traffic ".Length..]), 20_000_000, 20_100_000);
        Assert.Contains(lines, line => line.StartsWith("  System.Byte[] ", StringComparison.Ordinal));
        Assert.Contains("no growth", lines);
        // 32 bytes, and an array of 24 + 10 x 16.
        Assert.Contains("\nLive memory grows by 216 B per iteration: by 19.4 KB in 90 iterations.\n", said, StringComparison.Ordinal);
        Assert.Matches(@"\n  Order +\+90 +\+2880 B\n", said);
        Assert.Matches(@"\n  System\.Decimal\[\] +\+90 +\+16\.6 KB\n", said);
        Assert.Contains("live True", lines);
        Assert.DoesNotContain(Directory.EnumerateFiles(folder.File("app")), file => Path.GetExtension(file) == ".so");
    }

    private static string Pack(TestFolder folder)
    {
        string project = Path.Combine(Repository.Root, "src", "Fathom.Testing");
        string configuration = Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));
        Run(folder.Path, "dotnet", "pack", project, "-c", configuration, "--no-build", "-o", folder.Path, "-nodeReuse:false");
        return folder.File("Fathom.Testing.0.2.0.nupkg");
    }

    private static string Read(ZipArchive package, string name)
    {
        using StreamReader reader = new(package.GetEntry(name)!.Open());
        return reader.ReadToEnd();
    }

    private static string Run(string folder, string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { WorkingDirectory = folder, RedirectStandardOutput = true })!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, output);
        return output;
    }
}
