using Fathom.Formats.ReadyToRun;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.ReadyToRun;

/// <summary>The image of another project, of an earlier version of the format, beside its map.</summary>
[Trait(Needs.Trait, Needs.DataReason)]
public sealed class PublicReadyToRunTests
{
    [Fact]
    public void All_71_methods_have_the_place_size_and_name_of_the_map()
    {
        string path = Path.Combine(Needs.DataFolder(), "r2r", "diagnostics", "System.ComponentModel.EventBasedAsync");
        ReadyToRunImage image = ReadyToRunFiles.Open(File.ReadAllBytes(path + ".dll"));

        Assert.Equal(new Version(5, 4), image.Version);
        Assert.Equal(71, image.Methods.Count);
        Assert.Equal(MapLine.Read(path + ".ni.r2rmap"), image.Methods.Select(method => image.NameOf(method) is var called
            ? new MapLine(method.Rva, method.SizeBytes, called.Type, called.Method, MapLine.Count(called.Parameters[1..^1]))
            : null!));
        Assert.Equal(
            "System.ComponentModel.AsyncOperation.PostCore(System.Threading.SendOrPostCallback, System.Object, Boolean)",
            image.NameOf(image.Find(0x11b20 + 0x59)!.Value).FullName);
    }
}
