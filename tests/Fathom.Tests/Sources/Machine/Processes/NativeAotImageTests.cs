using System.Buffers.Binary;
using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Processes;

/// <summary>Which files are programs that NativeAOT has compiled.</summary>
public sealed class NativeAotImageTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(true, ".text", "__managedcode", ".dotnet_eh_table", ".bss")]
    [InlineData(false, ".text", ".bss")]
    [InlineData(false, "__managedcode")]
    [InlineData(false, "x__managedcode", ".dotnet_eh_table2")]
    public void Both_sections_of_the_compiler_must_be_there(bool expected, params string[] sections) => Assert.Equal(expected, NativeAotImage.Is(Write(Elf(sections))));

    [Fact]
    public void Damaged_and_foreign_files_are_none()
    {
        byte[] whole = Elf("__managedcode", ".dotnet_eh_table");
        Random random = new(77);
        for (int length = 0; length < whole.Length; length++)
            Assert.False(NativeAotImage.Is(Write(whole[..length])));
        for (int round = 0; round < 500; round++)
        {
            byte[] damaged = [.. whole];
            damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            NativeAotImage.Is(Write(damaged));
        }

        Assert.False(NativeAotImage.Is("/bin/sh"));
        Assert.False(NativeAotImage.Is("/dev/zero"));
        Assert.False(NativeAotImage.Is(_folder.File("absent")));
        Assert.False(NativeAotImage.Is(Path.Combine(Repository.SampleFolder("Idle"), "Idle")));
    }

    // The header, one section header with the names, and the names.
    private static byte[] Elf(params string[] sections)
    {
        byte[] names = Encoding.ASCII.GetBytes("\0" + string.Join('\0', sections) + "\0");
        byte[] file = new byte[128 + names.Length];
        "\u007fELF"u8.CopyTo(file);
        file[4] = 2;
        BinaryPrimitives.WriteInt64LittleEndian(file.AsSpan(40), 64);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(58), 64);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(60), 1);
        BinaryPrimitives.WriteInt64LittleEndian(file.AsSpan(64 + 24), 128);
        BinaryPrimitives.WriteInt64LittleEndian(file.AsSpan(64 + 32), names.Length);
        names.CopyTo(file.AsSpan(128));
        return file;
    }

    private string Write(byte[] content)
    {
        string path = _folder.File("program");
        File.WriteAllBytes(path, content);
        return path;
    }
}
