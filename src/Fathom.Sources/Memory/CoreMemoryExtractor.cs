using System.Globalization;
using Fathom.Model;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Memory;

/// <summary>
/// Reads what a core alone tells of the memory of its process: mapped and saved bytes, which are not resident ones. Of a core without .NET, and of one that lacks what the
/// runtime needs to be understood, there are rows without those of a runtime.
/// </summary>
/// <param name="path">The core file.</param>
/// <param name="options">Ids in the recording, and who is told what a reader must know.</param>
public sealed class CoreMemoryExtractor(string path, MemoryExtractorOptions options) : ICoreExtractor
{
    private readonly List<string> _notes = [];

    /// <inheritdoc/>
    public string? RuntimeVersion { get; private set; }

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("opening the core file", 0, 0));
        using ElfCore core = ElfCore.Open(path);
        CheckRanges(core);
        using CoreTarget? target = TryOpen();
        IReadOnlyList<MappedFile> files = target?.Files ?? (core.Notes.Files.Count > 0 ? core.Notes.Files : LoadedLibraries.Read(core, core.Notes));
        RuntimeVersion = target?.RuntimeVersion;
        RuntimeClaims? claims = target is null ? null : TryLook(target.Runtime, stop);
        CoreMemoryReading reading = new CoreMemoryReader(core, target?.Memory ?? core, files).Read(claims, _notes, stop);
        progress.Report(new Progress("reading the heap", 0, 0));
        HeapParts? parts = claims is null ? null : TryWalk(target!, reading, stop);
        foreach (string note in _notes.Concat(target?.Notes ?? []))
            options.Noted?.Invoke(note);
        new MemoryRows(sink, options).Write(reading, null, parts);
        target?.WriteLosses(sink);
    }

    /// <summary>Writes the memory of a core whose heap was walked already.</summary>
    /// <param name="core">The core.</param>
    /// <param name="heap">The walk.</param>
    /// <param name="live">Tells which objects are alive, or null where nobody asked.</param>
    /// <param name="ids">Ids in the recording, and who is told what a reader must know.</param>
    /// <param name="sink">Takes the rows.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    internal static void Write(CoreTarget core, HeapReading heap, LiveAnalysis? live, LookOptions ids, IRecordingSink sink, CancellationToken stop)
    {
        List<string> notes = [];
        CoreMemoryReading reading = new CoreMemoryReader(core.Core, core.Memory, core.Files).Read(RuntimeClaims.Look(core.Runtime, stop), notes, stop);
        notes.ForEach(note => ids.Noted?.Invoke(note));
        new MemoryRows(sink, ids).Write(reading, ids.SnapshotId, HeapParts.Of(heap, live));
    }

    // Memory that is listed twice would be counted for two owners, also where the file holds no byte of it.
    private void CheckRanges(ElfCore core)
    {
        for (int i = 1; i < core.Ranges.Count; i++)
        {
            if (core.Ranges[i].Start < core.Ranges[i - 1].End)
            {
                throw FathomException.Target(
                    $"'{path}' is a damaged core file: it lists the memory at {core.Ranges[i].Start:x} in two ranges.",
                    "write the core again, or copy it again from where it came from");
            }
        }
    }

    private CoreTarget? TryOpen()
    {
        try
        {
            return CoreTarget.Open(path, options.Dac, options.FileFolders);
        }
        catch (FathomException e)
        {
            _notes.Add(MemoryReader.WithoutRuntime(e.Message));
            return null;
        }
    }

    private RuntimeClaims? TryLook(ClrRuntime runtime, CancellationToken stop)
    {
        try
        {
            return RuntimeClaims.Look(runtime, stop);
        }
        catch (Exception e) when (CoreTarget.IsDamage(e))
        {
            _notes.Add(MemoryReader.WithoutRuntime(e.Message));
            return null;
        }
    }

    private HeapParts? TryWalk(CoreTarget target, CoreMemoryReading reading, CancellationToken stop)
    {
        List<MemoryPiece> pieces = [.. reading.Pieces.Where(static piece => piece.Category == MemoryCategories.ManagedHeap)];
        long mapped = pieces.Sum(static piece => piece.Range.Length), saved = pieces.Sum(static piece => piece.RssBytes);
        if (saved < mapped / 2 || mapped == 0)
        {
            _notes.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"The core holds {saved:#,##0} of {mapped:#,##0} bytes of the managed heap that it lists, so objects and free space are not separated; mini and triage dumps leave the heap out."));
            return null;
        }

        HeapReading? heap = HeapReading.Read(target.Runtime, target.Memory, new TypeCatalog(target.Memory), mayComeBack: false, stop);
        if (heap is null)
            _notes.Add("The core was written in the middle of a garbage collection, so objects and free space are not separated.");
        else if (heap.Losses.Bytes > 0)
            _notes.Add(string.Create(CultureInfo.InvariantCulture, $"{heap.Losses.Bytes:#,##0} bytes of the managed heap could not be walked, and count as objects."));
        return heap is null ? null : HeapParts.Of(heap, null);
    }
}
