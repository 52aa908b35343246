using System.Reflection;
using Fathom.Formats.Assemblies;
using Xunit;

namespace Fathom.Tests.Formats.Assemblies;

/// <summary>What is read of assemblies is what the runtime says of the same ones, which it has loaded.</summary>
public sealed class AssemblyIdentityTests
{
    private const int Rounds = 300;

    public static TheoryData<string> Loaded => [.. ((Assembly[])[
        typeof(AssemblyIdentityTests).Assembly, typeof(AssemblyIdentityReader).Assembly, typeof(object).Assembly, typeof(Uri).Assembly,
            typeof(FactAttribute).Assembly,
    ]).Select(static assembly => assembly.GetName().Name!)];

    [Theory]
    [MemberData(nameof(Loaded))]
    public void An_assembly_is_what_the_runtime_has_loaded(string name)
    {
        Assembly loaded = Assembly.Load(name);

        AssemblyIdentity read = Read(File.ReadAllBytes(loaded.Location))!;

        Assert.Equal(
            (loaded.GetName().Name, loaded.GetName().Version, loaded.ManifestModule.ModuleVersionId),
                (read.Name, read.Version, read.ModuleVersionId));
        Assert.Equal(loaded.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0],
            read.ProductVersion);
        Assert.Equal(
            loaded.GetReferencedAssemblies().Select(static one => (one.Name!, one.Version!)).Order(),
            read.References.Select(static one => (one.Name, one.Version)).Order());
        Assert.Equal(loaded.EntryPoint is not null, read.IsProgram);
    }

    [Fact]
    public void A_file_that_is_no_assembly_is_none() =>
        Assert.All(
            (byte[][])[[], new byte[64], File.ReadAllBytes("/proc/self/exe")[..4096], "MZ"u8.ToArray()],
            static bytes => Assert.Null(Read(bytes)));

    [Fact]
    public void A_cut_or_changed_file_is_none_or_has_some_identity()
    {
        byte[] whole = File.ReadAllBytes(typeof(AssemblyIdentityReader).Assembly.Location);
        Random random = new(1);
        int read = 0;
        for (int i = 0; i < Rounds; i++)
        {
            byte[] bytes = i % 2 == 0 ? whole[..random.Next(whole.Length)] : [.. whole];
            for (int changes = random.Next(1, 40); changes > 0 && bytes.Length > 0; changes--)
                bytes[random.Next(Math.Min(bytes.Length, 4096))] = (byte)random.Next(256);
            read += Read(bytes) is null ? 0 : 1;
        }

        Assert.InRange(read, 0, Rounds - 1);
    }

    private static AssemblyIdentity? Read(byte[] bytes)
    {
        using MemoryStream stream = new(bytes);
        return AssemblyIdentityReader.TryRead(stream, withReferences: true);
    }
}
