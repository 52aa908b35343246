using System.IO.Compression;
using Fathom.Formats.WindowsPdb;
using Fathom.Formats.WindowsPdb.Names;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Xunit;

namespace Fathom.Tests.Formats.WindowsPdb;

/// <summary>PDBs of NGEN images: three that PerfView put beside a trace, and what llvm-pdbutil says of them.</summary>
public sealed class NgenPdbTests
{
    // Lengths of images are those of the trace. Places are llvm-pdbutil's: section 3, which begins behind the pages of those before it. It
    // lists 44,312, 22,308 and 16,665 names, each once; the table by addresses, which debuggers use, has as many entries as here.
    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("mscorlib.ni.pdb", "51e2934144ba15628ba5a31be2dae7dc1", 16_510_976, 45_534, 0x1000 + 0x26A000 + 0x49000, 738_256, "System.Decimal..ctor")]
    [InlineData("mscorlib.ni.pdb", "51e2934144ba15628ba5a31be2dae7dc1", 16_510_976, 45_534, 0x1000 + 0x26A000 + 0x49000, 9_793_184,
        "System.Collections.Generic.List`1[System.Int64].CopyTo")]
    [InlineData("mscorlib.ni.pdb", "51e2934144ba15628ba5a31be2dae7dc1", 16_510_976, 45_534, 0x1000 + 0x26A000 + 0x49000, 11_371_636,
        "System.Collections.Generic.List`1[System.Boolean].GetRange")]
    [InlineData("System.ni.pdb", "e40da7a49f8c3f0108e7c835b342f3821", 9_932_800, 22_541, 0x1000 + 0x136000 + 0x31000, 6_034_408,
        "System.SZArrayHelper.GetEnumerator")]
    [InlineData("System.ni.pdb", "e40da7a49f8c3f0108e7c835b342f3821", 9_932_800, 22_541, 0x1000 + 0x136000 + 0x31000, 5_369_828,
        "System.Net.AutoWebProxyScriptWrapper..cctor")]
    [InlineData("System.Xml.ni.pdb", "9ba07396ae369d010c5c3927a82ef4261", 7_569_408, 16_676, 0x1000 + 0xA8000 + 0x14000, 4_437_616,
        "System.Xml.Serialization.ForState.get_TestLabel")]
    public void Methods_are_where_another_reader_says_and_sections_add_up_to_the_image(
        string file, string key, int imageBytes, int names, int code, int offset, string name)
    {
        byte[] content = Read(file);
        uint at = (uint)(code + offset);

        WindowsPdbFile pdb = WindowsPdbFile.TryRead(PdbFiles.Reader(content), content.Length, key, out _, (ulong)imageBytes)!;

        Assert.Equal((true, true, names, key), (pdb.IsOfNgen, pdb.HasPlaces, pdb.PublicCount, pdb.Key));
        Assert.Equal(new PdbFunction(name, 0, IsPlain: true), pdb.Find(at));
        Assert.Equal(new PdbFunction(name, 3, IsPlain: true), pdb.Find(at + 3));
        Assert.Null(pdb.LineAt(at));
        // Code is in the third section only, and nothing tells how far the last method goes: not over the whole rest.
        Assert.Null(pdb.Find(0x1000));
        Assert.Null(pdb.Find((uint)imageBytes - 1));
        // Of an image with another length, or an unknown one, it is not known where code lies.
        Assert.All((ulong?[])[null, (ulong)imageBytes + 0x1000, (ulong)imageBytes - 0x1000], other =>
        {
            WindowsPdbFile without = WindowsPdbFile.TryRead(PdbFiles.Reader(content), content.Length, key, out _, other)!;
            Assert.Equal((false, 0, (PdbFunction?)null), (without.HasPlaces, without.PublicCount, without.Find(at)));
        });
    }

    [Theory]
    [InlineData("[COLD] System.Collections.Generic.List`1[System.Boolean].GetRange(Int32, Int32)", "System.Collections.Generic.List`1[System.Boolean].GetRange")]
    [InlineData("System.SZArrayHelper.GetEnumerator[System.Text.RegularExpressions.RegexOptions]()", "System.SZArrayHelper.GetEnumerator")]
    [InlineData("A`2[B`1[C],D].E[F`1[G],H](I[]){method-shared}{requires-mdesc-arg}", "A`2[B`1[C],D].E")]
    [InlineData("System.Decimal..ctor(Int32[])", "System.Decimal..ctor")]
    [InlineData("no method", "no method")]
    [InlineData("(x)", "(x)")]
    [InlineData("[a](x)", "[a]")]
    [InlineData("a]](x)", "a]]")]
    public void A_method_is_called_as_runtimes_tell_it(string written, string name) => Assert.Equal(name, NgenName.Of(written));

    [Fact]
    public void Maps_of_sections_that_lie_name_nothing()
    {
        const ulong image = 0x1000 + 0x2000 + 0x1000;
        Assert.Equal("Shop.Till.Sum", Open([0x1800, 0x200], image)!.Find(0x1010)!.Value.Name);
        Assert.All(
            (uint[][])[[0x1800], [0x1800, 0x200, 0x200], [uint.MaxValue, uint.MaxValue], [.. Enumerable.Repeat(uint.MaxValue, 3000)], [0, 0]],
            static lengths => Assert.False(Open(lengths, image)!.HasPlaces));
        Assert.False(Open([0x1800, 0x200], ulong.MaxValue)!.HasPlaces);

        static WindowsPdbFile? Open(uint[] lengths, ulong imageBytes) =>
            PdbFiles.Open(new PdbWriter { Names = { ("Shop.Till.Sum(Int32)", 1, 0) }, Lengths = lengths }.Build(), imageBytes: imageBytes);
    }

    private static byte[] Read(string file)
    {
        using ZipArchive zip = ZipFile.OpenRead(EtlFiles.PathOf("perfview/net.4.5.x86.win7.etl.zip"));
        using Stream entry = zip.Entries.Single(one => one.FullName.EndsWith($"\\{file}", StringComparison.Ordinal)).Open();
        using MemoryStream unpacked = new();
        entry.CopyTo(unpacked);
        return unpacked.ToArray();
    }
}
