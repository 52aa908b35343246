using System.Buffers.Binary;
using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Processes;

public sealed class SingleFileBundleTests : IDisposable
{
    private const string Config = """{ "runtimeOptions": { "includedFrameworks": [ { "name": "Microsoft.NETCore.App", "version": "9.0.7" } ] } }""";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(256 * 1024 - 20)]
    [InlineData(3 * 1024 * 1024)]
    public void The_version_is_found_wherever_the_signature_lies(int place) => Assert.Equal("9.0.7", Version(Build(place)));

    [Fact]
    public void A_program_without_a_bundle_has_no_version()
    {
        Assert.Null(SingleFileBundle.RuntimeVersion(Environment.ProcessPath!));
        Assert.Null(SingleFileBundle.RuntimeVersion("/no/such/program"));
    }

    [Fact]
    public void A_damaged_bundle_has_no_version_and_does_no_harm()
    {
        byte[] good = Build(0);
        Random random = new(4711);
        for (int i = 0; i < good.Length; i++)
        {
            byte[] bad = [.. good];
            bad[i] ^= (byte)random.Next(1, 256);
            // Damage inside of the version's own text gives another text; all other damage gives the version or none.
            Assert.True(Version(bad) is null or { Length: <= 5 });
            Version(good[..i]);
        }
    }

    /// <summary>Takes seconds and the package with the runtime, so it is not run each time.</summary>
    [Fact]
    [Trait("Category", "Long")]
    public void Published_programs_that_bring_their_runtime_are_listed_with_its_version()
    {
        string source = Path.Combine(Repository.Root, "samples", "Idle", "Program.cs");
        File.Copy(source, _folder.File("Program.cs"));
        File.WriteAllText(
            _folder.File("Own.csproj"),
            """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
              </PropertyGroup>
            </Project>
            """);
        foreach (string kind in new[] { "false", "true" })
        {
            string output = _folder.File($"single-{kind}");
            using Process publish = Process.Start(
                "dotnet", ["publish", _folder.File("Own.csproj"), "-v", "q", "--self-contained", $"-p:PublishSingleFile={kind}", "-o", output]);
            publish.WaitForExit();
            Assert.Equal(0, publish.ExitCode);
            using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(Path.Combine(output, "Own")));

            ProcessFacts own = new ProcessScanner().Look(sample.Pid).Facts!;

            Assert.Equal(sample.Facts.GetProperty("runtime").GetString(), own.RuntimeVersion);
            Assert.Equal(kind == "true" ? "Own" : "Own.dll", own.Application);
        }
    }

    // Offset of the header and signature at the place, then header, padding, and the configuration.
    private static byte[] Build(int place)
    {
        byte[] config = Encoding.UTF8.GetBytes(Config);
        const string id = "abcDEF123456";
        int header = place + 40 + 8;
        byte[] file = new byte[header + 13 + id.Length + 40 + config.Length];
        BinaryPrimitives.WriteInt64LittleEndian(file.AsSpan(place), header);
        SHA256.HashData(".net core bundle\n"u8, file.AsSpan(place + 8));
        BinaryPrimitives.WriteUInt32LittleEndian(file.AsSpan(header), 6);
        file[header + 12] = (byte)id.Length;
        Encoding.ASCII.GetBytes(id, file.AsSpan(header + 13));
        int locations = header + 13 + id.Length;
        BinaryPrimitives.WriteInt64LittleEndian(file.AsSpan(locations + 16), locations + 40);
        BinaryPrimitives.WriteInt64LittleEndian(file.AsSpan(locations + 24), config.Length);
        config.CopyTo(file, locations + 40);
        return file;
    }

    private string? Version(byte[] bytes)
    {
        string file = _folder.File("program");
        File.WriteAllBytes(file, bytes);
        return SingleFileBundle.RuntimeVersion(file);
    }
}
