using System.Buffers.Binary;
using System.IO.Compression;
using System.Runtime.Versioning;
using System.Security.Cryptography;
using System.Text;
using Fathom.Formats.PortablePdb;
using Fathom.Sources.LoadedFiles;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.LoadedFiles;

[UnsupportedOSPlatform("windows")]
public sealed class BundledFilesTests : IDisposable
{
    private const int Most = 1 << 20;
    private const UnixFileMode Runs = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    private static readonly byte[] s_plain = Encoding.ASCII.GetBytes("stored as it is"), s_packed = [.. Enumerable.Repeat((byte)7, 5000)];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Files_are_found_under_the_path_that_the_runtime_gives_them()
    {
        Write("other", []);
        Write("Shop", Bundle(("Shop.dll", s_plain, false), ("Shop.Rules.dll", s_packed, true)));
        BundledFiles files = new();

        Assert.Equal([s_plain], files.Read(_folder.File("Shop.dll"), Most));
        Assert.Equal([s_packed], files.Read(_folder.File("Shop.Rules.dll"), Most));
        Assert.Empty(files.Read(_folder.File("Absent.dll"), Most));
        Assert.Empty(files.Read("/nowhere/at/all/Shop.dll", Most));
        Assert.Empty(files.Read("Shop.dll", Most));
    }

    [Fact]
    public void Of_several_programs_that_have_one_the_reader_chooses()
    {
        Write("a", Bundle(("Common.dll", s_plain, false)));
        Write("b", Bundle(("Common.dll", s_packed, true)));
        string path = _folder.File("Common.dll");

        Assert.Equal([s_plain, s_packed], new BundledFiles().Read(path, Most));
        Assert.Equal(s_packed, new BundledFiles().ReadAssembly(path, Most, static stream => new BinaryReader(stream).ReadBytes(Most) is { Length: > 100 } bytes ? bytes : null));
    }

    [Fact]
    public void What_is_too_large_is_not_unpacked()
    {
        Write("Shop", Bundle(("Shop.dll", s_packed, true)));

        Assert.Empty(new BundledFiles().Read(_folder.File("Shop.dll"), s_packed.Length - 1));
        Assert.Equal([s_packed], new BundledFiles().Read(_folder.File("Shop.dll"), s_packed.Length));
    }

    [Fact]
    public void A_program_that_may_not_run_and_a_library_hold_nothing()
    {
        Write("Shop", Bundle(("Shop.dll", s_plain, false)));
        File.SetUnixFileMode(_folder.File("Shop"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        Write("libShop.so", Bundle(("Shop.dll", s_plain, false)));

        Assert.Empty(new BundledFiles().Read(_folder.File("Shop.dll"), Most));
    }

    [Fact]
    public void A_file_of_its_own_comes_before_a_bundled_one()
    {
        Write("Shop", Bundle(("Shop.dll", s_plain, false)));
        File.WriteAllBytes(_folder.File("Shop.dll"), s_packed);

        byte[]? read = new BundledFiles().ReadAssembly(_folder.File("Shop.dll"), Most, static stream => new BinaryReader(stream).ReadBytes(Most));

        Assert.Equal(s_packed, read);
    }

    [Fact]
    public void Damaged_bundles_give_other_bytes_of_the_right_size_or_nothing()
    {
        byte[] good = Bundle(("Shop.dll", s_plain, false), ("Shop.Rules.dll", s_packed, true));
        Random random = new(4713);
        for (int i = 0; i < good.Length; i++)
        {
            byte[] bad = [.. good];
            bad[i] ^= (byte)random.Next(1, 256);
            foreach (byte[] program in (byte[][])[bad, good[..i]])
            {
                Write("Shop", program);
                foreach (string name in (string[])["Shop.dll", "Shop.Rules.dll"])
                    Assert.All(new BundledFiles().Read(_folder.File(name), Most), static bytes => Assert.InRange(bytes.Length, 1, Most));
            }
        }
    }

    /// <summary>The build's own assembly, which the bundle was made from, is the witness.</summary>
    [Fact]
    public void The_debug_information_of_a_published_program_is_that_of_the_assembly_that_was_built()
    {
        string program = Path.Combine(Repository.SampleFolder("LinesSingle"), "single", "LinesSingle");
        string built = Path.Combine(Repository.Root, "artifacts", "obj", "LinesSingle", "release", "LinesSingle.dll");

        AssemblyDebug? bundled = new BundledFiles().ReadAssembly($"{program}.dll", 64 << 20, static stream => AssemblyDebug.TryRead(stream, Most));

        AssemblyDebug own = AssemblyFile.Read(built, static stream => AssemblyDebug.TryRead(stream, Most))!;
        Assert.False(File.Exists($"{program}.dll"));
        Assert.Equal((own.Id, own.Stamp), (bundled!.Id, bundled.Stamp));
        Assert.NotNull(own.Embedded);
        Assert.Equal(own.Embedded, bundled.Embedded);
    }

    private static byte[] Bundle(params (string Name, byte[] Content, bool IsPacked)[] files)
    {
        const string id = "abcDEF123456";
        using MemoryStream bundle = new();
        using BinaryWriter writer = new(bundle);
        writer.Write(0L);
        writer.Write(SHA256.HashData(".net core bundle\n"u8));
        List<(string Name, long Offset, int Size, int Packed)> places = [];
        foreach ((string name, byte[] content, bool isPacked) in files)
        {
            byte[] stored = isPacked ? Deflated(content) : content;
            places.Add((name, bundle.Position, content.Length, isPacked ? stored.Length : 0));
            writer.Write(stored);
        }

        long header = bundle.Position;
        writer.Write(6u);
        writer.Write(0u);
        writer.Write(places.Count);
        writer.Write(id);
        writer.Write(new byte[5 * sizeof(long)]);
        foreach ((string name, long offset, int size, int packed) in places)
        {
            writer.Write(offset);
            writer.Write((long)size);
            writer.Write((long)packed);
            writer.Write((byte)1);
            writer.Write(name);
        }

        byte[] bytes = bundle.ToArray();
        BinaryPrimitives.WriteInt64LittleEndian(bytes, header);
        return bytes;
    }

    private static byte[] Deflated(byte[] content)
    {
        using MemoryStream packed = new();
        using (DeflateStream deflate = new(packed, CompressionLevel.Fastest))
            deflate.Write(content);
        return packed.ToArray();
    }

    private void Write(string name, byte[] content)
    {
        File.WriteAllBytes(_folder.File(name), content);
        File.SetUnixFileMode(_folder.File(name), Runs);
    }
}
