using Fathom.Model.Recording;
using Fathom.Sources.Traces.Etl;
using Fathom.Sources.Traces.Rows;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>What becomes of a Windows trace.</summary>
internal static class ExtractedEtl
{
    public static CollectingSink Of(byte[] content)
    {
        using TestFolder folder = new();
        string path = folder.File("trace.etl");
        File.WriteAllBytes(path, content);
        return Of(path);
    }

    public static CollectingSink Of(string path)
    {
        CollectingSink sink = new();
        new EtlExtractor(path, TraceOptions.Usual).Run(sink, new Progress<Progress>(), CancellationToken.None);
        return sink;
    }
}
