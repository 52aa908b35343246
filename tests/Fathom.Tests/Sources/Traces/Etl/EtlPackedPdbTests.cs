using System.IO.Compression;
using Fathom.Model.Stacks;
using Fathom.Sources.Traces.Symbols;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Formats.WindowsPdb;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>PDBs in the zip of a trace, as PerfView packs them: those of the images that its frames are in name these.</summary>
public sealed class EtlPackedPdbTests : IDisposable
{
    private const int Pid = 700;
    private const int Tid = 704;
    private const ulong Start = 0x7FF0_0000;

    private static readonly Guid s_shop = new("686a345a-fba2-fbb6-4c4c-44205044422e");

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    // That each calls the next is what the published sources of .NET Framework say.
    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Methods_of_NGEN_images_call_one_another_as_in_their_sources()
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf("perfview/net.4.5.x86.win7.etl.zip"));
        HashSet<string> chains = [.. Stacks(sink).Select(static stack => string.Join(" < ", stack))];

        Assert.All(
            (string[][])
            [
                [
                    "System.Reflection.RuntimeAssembly.nLoad", "System.Reflection.RuntimeAssembly.InternalLoadAssemblyName",
                    "System.Reflection.RuntimeAssembly.InternalLoadFrom", "System.Reflection.Assembly.LoadFrom",
                ],
                [
                    "System.Globalization.CultureData.IsReplacementCultureName", "System.Globalization.CultureData.GetCalendar",
                    "System.Globalization.DateTimeFormatInfo.InitializeOverridableProperties", "System.Globalization.DateTimeFormatInfo.set_Calendar",
                    "System.Globalization.CultureInfo.get_DateTimeFormat", "System.Globalization.CultureInfo.GetFormat",
                    "System.Globalization.DateTimeFormatInfo.get_CurrentInfo",
                ],
                ["System.TimeZoneInfo.GetLocalTimeZone", "System.TimeZoneInfo+CachedData.CreateLocal"],
                [
                    "System.Diagnostics.Tracing.EventSource.CreateManifestAndDescriptors", "System.Diagnostics.Tracing.EventSource.InsureInitialized",
                    "System.Diagnostics.Tracing.EventSource.SendCommand",
                ],
            ],
            calls => Assert.Contains(chains, chain => chain.Contains(string.Join(" < ", calls.Select(static call => $"mscorlib.ni.dll!{call}")), StringComparison.Ordinal)));
        Assert.Contains(chains, static chain => chain.Contains("System.Xml.ni.dll!System.Xml.XmlReaderSettings.CreateReader < System.Xml.ni.dll!System.Xml.XmlReader.Create",
            StringComparison.Ordinal));
        // Every frame in them has a name.
        Assert.Equal(
            [("System.Xml.ni.dll", 1, true), ("System.ni.dll", 1, true), ("mscorlib.ni.dll", 1, true)],
            sink.Rows<CodeImageRow>().Where(image => sink.Text(image.Name)!.EndsWith(".ni.dll", StringComparison.Ordinal))
                .Select(image => (sink.Text(image.Name)!, sink.Rows<FramePlaceRow>().Where(place => place.ImageId == image.ImageId).Min(static place => place.Named ? 1 : 0), image.Complete))
                .Distinct().OrderBy(static image => image.Item1, StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("shop.pdb")]
    [InlineData(@"symbols\shop.pdb\686a345afba2fbb64c4c44205044422e1\shop.pdb")]
    [InlineData("a.ngenpdb/SHOP.PDB")]
    public void Frames_get_the_names_of_a_PDB_beside_the_trace(string place) =>
        Assert.Equal(["shop.dll!shop::Till::Sum", "shop.dll!run_shop"], Assert.Single(Stacks(Of((place, PdbFiles.Shop)))));

    [Fact]
    public void One_of_another_build_names_nothing_and_the_right_one_among_several_is_found()
    {
        byte[] other = new PdbWriter { Names = { ("wrong", 1, 0) } }.Build();

        CollectingSink sink = Of(("shop.pdb", other));
        Assert.Equal(["shop.dll!?", "shop.dll!?"], Assert.Single(Stacks(sink)));
        Assert.Equal($"'{_folder.File("trace.etl.zip")}/shop.pdb' is of another build", sink.Text(Assert.Single(sink.Rows<CodeImageRow>()).Reason));
        Assert.Equal(["shop.dll!shop::Till::Sum", "shop.dll!run_shop"], Assert.Single(Stacks(Of(("shop.pdb", other), ("b/shop.pdb", [1, 2]), ("c/shop.pdb", PdbFiles.Shop)))));
    }

    [Fact]
    public void What_is_damaged_or_too_large_is_not_unpacked()
    {
        string zip = Zip(("a/shop.pdb", PdbFiles.Shop), ("b/shop.pdb", PdbFiles.Shop), ("c/other.pdb", PdbFiles.Shop));
        int bytes = PdbFiles.Shop.Length;

        Assert.Equal([true, true], new PackedPdbs([zip]).Named("shop.pdb").Select(static one => one.Bytes is not null));
        Assert.Empty(new PackedPdbs([zip]).Named("absent.pdb"));
        Assert.Equal([false, false], new PackedPdbs([zip], mostBytes: bytes - 1).Named("shop.pdb").Select(static one => one.Bytes is not null));
        // Of several the first ones find room, however often they are asked for.
        PackedPdbs small = new([zip], mostBytesOfAll: (2 * bytes) - 1);
        Assert.Equal([true, false], small.Named("shop.pdb").Concat(small.Named("shop.pdb")).Take(2).Select(static one => one.Bytes is not null));
        Assert.Null(Assert.Single(small.Named("OTHER.pdb")).Bytes);
        byte[] content = File.ReadAllBytes(zip);
        content.AsSpan(100, 200).Fill(0xEE);
        File.WriteAllBytes(zip, content);
        Assert.Null(new PackedPdbs([zip]).Named("shop.pdb").First().Bytes);
        File.WriteAllBytes(zip, content[..^40]);
        Assert.Empty(new PackedPdbs([zip, _folder.File("absent")]).Named("shop.pdb"));
    }

    private CollectingSink Of(params (string Place, byte[] Content)[] files)
    {
        byte[] trace = new EtlBytes(1, 10_000_000, 1_000_000)
            .Process(1_000_100, Pid, 4, "app.exe").Thread(1_000_110, Pid, Tid)
            .Image(1_000_140, Pid, Start, 0x1_0000, @"C:\app\shop.dll").Symbols(1_000_141, Pid, Start, s_shop, 1, @"D:\build\shop.pdb")
            .Sample(0, 1_100_000, Tid, Start + 0x1021).Stack(0, 1_100_020, 1_100_000, Pid, Tid, Start + 0x1021, Start + 0x10D1)
            .Build();
        return ExtractedEtl.Of(Zip([("trace.etl", trace), .. files]));
    }

    private string Zip(params (string Place, byte[] Content)[] files)
    {
        string path = _folder.File("trace.etl.zip");
        File.Delete(path);
        using ZipArchive zip = ZipFile.Open(path, ZipArchiveMode.Create);
        foreach ((string place, byte[] content) in files)
        {
            using Stream entry = zip.CreateEntry(place).Open();
            entry.Write(content);
        }

        return path;
    }

    private static List<List<string>> Stacks(CollectingSink sink)
    {
        Dictionary<uint, string> methods = sink.Rows<MethodRow>().ToDictionary(static row => row.MethodId, row => sink.Text(row.Name)!);
        Dictionary<uint, string> frames = sink.Rows<FrameRow>().ToDictionary(static row => row.FrameId, row => methods[row.MethodId]);
        return [.. sink.Rows<StackFrameRow>().GroupBy(static row => row.StackId).Select(of => of.OrderBy(static row => row.Depth).Select(row => frames[row.FrameId]).ToList())];
    }
}
