using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Looks;

namespace Fathom.Tests.Sources.Heap;

/// <summary>The tables that an extractor has written.</summary>
internal sealed class HeapTables
{
    private readonly CollectingSink _sink = new();

    public static HeapTables ReadLive(int processId) => Read(new LiveHeapExtractor(processId, new HeapExtractorOptions { Sizes = true }));

    public static HeapTables ReadCore(string path) => Read(new CoreHeapExtractor(path, new HeapExtractorOptions { Sizes = true }));

    public static HeapTables Read(IExtractor extractor)
    {
        HeapTables tables = new();
        extractor.Run(tables._sink, new SilentProgress(), Xunit.TestContext.Current.CancellationToken);
        return tables;
    }

    public HeapSnapshotRow Snapshot => _sink.Rows<HeapSnapshotRow>().Single();

    public IReadOnlyList<HeapSegmentRow> Segments => _sink.Rows<HeapSegmentRow>();

    public IReadOnlyList<HeapTypeRow> Types => _sink.Rows<HeapTypeRow>();

    public IReadOnlyList<HeapSizeRow> Sizes => _sink.Rows<HeapSizeRow>();

    public IReadOnlyList<HeapUsageRow> Usages => _sink.Rows<HeapUsageRow>();

    public IReadOnlyList<LossRow> Losses => _sink.Losses;

    public string? Text(TextId id) => _sink.Text(id);

    /// <summary>Objects by type name; types of one name are put together.</summary>
    public SortedDictionary<string, TypeTotal> ByName()
    {
        Dictionary<uint, string> names = Types.ToDictionary(type => type.TypeId, type => Text(type.Name)!);
        return new SortedDictionary<string, TypeTotal>(
            Usages.GroupBy(usage => names[usage.TypeId]).ToDictionary(
                group => group.Key,
                group => new TypeTotal(group.Key, group.Sum(usage => usage.Count), group.Sum(usage => usage.SizeBytes))),
            StringComparer.Ordinal);
    }
}
