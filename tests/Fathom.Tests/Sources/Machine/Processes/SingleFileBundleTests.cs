using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.TestSupport;
using Microsoft.Win32.SafeHandles;
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

    [Fact]
    public void Assemblies_that_are_stored_as_they_are_have_a_place() => Assert.Equal([(200, 20), (240, 24)], Assemblies(WithFiles()));

    [Fact]
    public void Damaged_lists_of_files_end_and_all_places_are_in_the_file()
    {
        byte[] good = WithFiles();
        Random random = new(4712);
        for (int i = 0; i < good.Length; i++)
        {
            byte[] bad = [.. good];
            bad[i] ^= (byte)random.Next(1, 256);
            foreach (byte[] file in (byte[][])[bad, good[..i]])
                Assert.All(Assemblies(file), place => Assert.True(place.Offset > 0 && place.Size > 0 && place.Offset + place.Size <= file.Length));
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

    // An assembly, a compressed one, a native library, and an assembly with a long name.
    private static byte[] WithFiles()
    {
        byte[] plain = Build(0);
        (long Offset, long Size, long Compressed, byte Type, int NameLength)[] files = [(200, 20, 0, 1, 5), (220, 90, 10, 1, 6), (230, 10, 0, 2, 7), (240, 24, 0, 1, 300)];
        List<byte> file = [.. plain.AsSpan(0, 48 + 13 + 12 + 40)];
        BinaryPrimitives.WriteInt32LittleEndian(CollectionsMarshal.AsSpan(file)[(48 + 8)..], files.Length);
        foreach ((long offset, long size, long compressed, byte type, int nameLength) in files)
        {
            file.AddRange(BitConverter.GetBytes(offset));
            file.AddRange(BitConverter.GetBytes(size));
            file.AddRange(BitConverter.GetBytes(compressed));
            file.Add(type);
            if (nameLength > 127)
                file.Add((byte)(nameLength | 0x80));
            file.Add((byte)(nameLength > 127 ? nameLength >> 7 : nameLength));
            file.AddRange(Enumerable.Repeat((byte)'n', nameLength));
        }

        return [.. file];
    }

    private List<(long Offset, long Size)> Assemblies(byte[] bytes)
    {
        File.WriteAllBytes(_folder.File("program"), bytes);
        using SafeFileHandle file = File.OpenHandle(_folder.File("program"));
        return SingleFileBundle.Assemblies(file, bytes.Length);
    }

    private string? Version(byte[] bytes)
    {
        string file = _folder.File("program");
        File.WriteAllBytes(file, bytes);
        return SingleFileBundle.RuntimeVersion(file);
    }
}
