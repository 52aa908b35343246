using Fathom.Model.Runtime;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Files that processes of Windows have loaded, with the versions that PerfView lists too.</summary>
public sealed class EtlModuleTests
{
    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Files_have_the_versions_of_themselves_and_of_their_products()
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf("perfview/net.4.5.2.x86.etl.zip"));
        LoadedFileRow[] files = sink.Rows<LoadedFileRow>().ToArray();

        Assert.Contains(files, file => sink.Text(file.Path) == @"C:\Windows\System32\ntdll.dll");
        Assert.All(
            files.Where(file => string.Equals(sink.Text(file.Name), "ntdll.dll", StringComparison.OrdinalIgnoreCase)),
            file => Assert.Equal(("native", "6.2.9200.16384", "file", "6.2.9200.16384"),
                (sink.Text(file.Kind), sink.Text(file.Version), sink.Text(file.VersionFrom), sink.Text(file.ProductVersion))));
        Assert.Contains(files, file => sink.Text(file.Product) == "Microsoft\u00AE Windows\u00AE Operating System" && sink.Text(file.BuildId)?.Length > 32);
        // The runtime, whose version a filter asks for.
        Assert.Contains(files, file => sink.Text(file.Name) == "clr.dll" && sink.Text(file.Version)!.StartsWith("4.", StringComparison.Ordinal)
            && sink.Text(file.ProductVersion)!.StartsWith("4.", StringComparison.Ordinal));
        // A file is in a process once, whichever events tell of it.
        Assert.Equal(files.Length, files.DistinctBy(file => (file.ProcessId, sink.Text(file.Path) ?? sink.Text(file.Name), file.LoadedNs)).Count());
    }
}
