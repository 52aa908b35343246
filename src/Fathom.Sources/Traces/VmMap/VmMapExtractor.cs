using Fathom.Formats.VmMap;
using Fathom.Model.Memory;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Renaming;
using Fathom.Model.Tables;
using Fathom.Sources.Memory;

namespace Fathom.Sources.Traces.VmMap;

/// <summary>Reads a CSV file of VMMap into the tables of a look at memory.</summary>
/// <param name="path">The file.</param>
/// <param name="renaming">Rules for the name of the process.</param>
/// <param name="options">Ids in the recording.</param>
public sealed class VmMapExtractor(string path, RenameRules renaming, MemoryExtractorOptions options) : IFileExtractor
{
    /// <inheritdoc/>
    public string Source => "vmmap";

    /// <inheritdoc/>
    public string? ProcessName { get; private set; }

    /// <inheritdoc/>
    public int Pid { get; private set; }

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("reading the memory map", 0, 0));
        VmMapFile file = new VmMapReader(path).Read(stop);
        string name = Path.GetFileNameWithoutExtension(file.ProcessName);
        (ProcessName, Pid) = (name, file.ProcessId);
        ProcessRow process = new()
        {
            ProcessId = options.ProcessId,
            Pid = file.ProcessId,
            Name = sink.Ids.Text(renaming.Apply(name, [file.ProcessName, name], "")),
            RssBytes = file.Regions.Sum(static region => region.ResidentBytes),
        };
        sink.Write(new ReadOnlySpan<ProcessRow>(in process));
        MemorySnapshotRow snapshot = new()
        {
            SnapshotId = options.SnapshotId,
            ProcessId = options.ProcessId,
            Intrusion = sink.Ids.Text(Source),
            MappingCount = file.Regions.Count,
            ThreadCount = file.Regions.Count(static region => CategoryOf(region.Type) == MemoryCategories.ThreadStacks && region.Details.StartsWith("Thread ID:", StringComparison.Ordinal)),
            KernelRssBytes = file.Regions.Sum(static region => region.ResidentBytes),
        };
        sink.Write(new ReadOnlySpan<MemorySnapshotRow>(in snapshot));
        sink.Write<MemoryRegionRow>([.. file.Regions.Select((region, i) => Row(region, (uint)i + 1, sink.Ids))]);
        if (file.PageTableBytes > 0)
            sink.Write<MemoryHoldingRow>([new(options.SnapshotId, sink.Ids.Text("page tables"), default, 1, file.PageTableBytes)]);
    }

    private MemoryRegionRow Row(in VmMapRegion region, uint number, Interner ids)
    {
        string category = CategoryOf(region.Type);
        bool isFile = category is MemoryCategories.NativeImages or MemoryCategories.MappedFiles;
        return new MemoryRegionRow(
            options.SnapshotId,
            number,
            number,
            region.Address,
            region.Address + (ulong)region.SizeBytes,
            ids.Text(region.Protection),
            ids.Text(category),
            ids.Text(region.Details.Length > 0 ? region.Details : null),
            ids.Text(isFile && region.Details.Length > 0 ? region.Details : null),
            region.SizeBytes,
            region.ResidentBytes,
            null,
            region.PrivateResidentBytes,
            null,
            region.CommittedBytes);
    }

    // "Heap (Private Data)", "Image (ASLR)": what stands in parentheses is how it was mapped.
    private static string CategoryOf(string type)
    {
        int at = type.IndexOf(" (", StringComparison.Ordinal);
        return (at < 0 ? type : type[..at]) switch
        {
            "Image" => MemoryCategories.NativeImages,
            "Mapped File" => MemoryCategories.MappedFiles,
            "Shareable" => MemoryCategories.SharedMemory,
            "Heap" => MemoryCategories.Malloc,
            "Managed Heap" => MemoryCategories.ManagedHeap,
            "Stack" or "Thread Stack" => MemoryCategories.ThreadStacks,
            _ => MemoryCategories.NotExplained,
        };
    }
}
