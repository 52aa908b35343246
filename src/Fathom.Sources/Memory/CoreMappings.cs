using System.Runtime.InteropServices;
using Fathom.Formats.Elf;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>
/// The mappings of a process as its core lists them: the ranges of the program headers, cut where mapped files begin and end, and the parts of mapped files that
/// no range covers. The kernel lists every mapping; createdump lists what it saved. <see cref="Mapping.RssBytes"/> is what the file holds, as a core does not say what
/// was resident.
/// </summary>
internal sealed class CoreMappings
{
    private const string Unknown = "????";

    private readonly List<Mapping> _all = [];
    private readonly IReadOnlyList<MappedFile> _files;
    private readonly Dictionary<string, ulong> _inodes = new(StringComparer.Ordinal);
    private readonly CoreNotes _notes;

    private CoreMappings(CoreNotes notes, IReadOnlyList<MappedFile> files)
    {
        _notes = notes;
        _files = files;
    }

    /// <summary>The mappings in address order, without overlaps.</summary>
    public List<Mapping> All => _all;

    /// <summary>Stands for the file number of the executable, which a core does not have; 0 where it is not known.</summary>
    public ulong ProgramInode { get; private set; }

    /// <summary>Reads the mappings.</summary>
    /// <param name="ranges">What the program headers list, in address order.</param>
    /// <param name="files">Mapped files, in address order.</param>
    /// <param name="notes">Addresses of the executable and of the kernel's code.</param>
    /// <param name="memory">The memory in the core.</param>
    public static CoreMappings Read(IReadOnlyList<CoreRange> ranges, IReadOnlyList<MappedFile> files, CoreNotes notes, ITargetMemory memory)
    {
        CoreMappings mappings = new(notes, files);
        ulong at = 0;
        foreach (CoreRange range in ranges)
        {
            if (range.End <= at)
                continue;
            mappings.AddRange(range, Math.Max(at, range.Start));
            at = range.End;
        }

        mappings.AddUncovered(files.Select(static file => (new AddressRange(file.Start, file.End), file.Path)));
        mappings.ProgramInode = mappings.FileAt(notes.ProgramHeaders) is { } program ? mappings.InodeOf(program.Path) : 0;
        mappings.NameMainHeap(memory);
        return mappings;
    }

    /// <summary>Adds memory that somebody has for sure though the core does not list it.</summary>
    public void AddKnown(IEnumerable<AddressRange> known) => AddUncovered(known.OrderBy(static range => range.Start).Select(static range => (range, "")));

    private void AddRange(in CoreRange range, ulong start)
    {
        ulong saved = range.Start + range.SavedBytes;
        for (ulong at = start; at < range.End;)
        {
            MappedFile? file = FileAt(at);
            ulong end = Math.Min(range.End, file?.End ?? NextFile(at));
            string path = file?.Path ?? (at == _notes.KernelImage ? "[vdso]" : "");
            _all.Add(New(at, end, Rights(range.Flags) + (path.Length == 0 ? "p" : "?"), path, (long)(Math.Clamp(saved, at, end) - at)));
            at = end;
        }
    }

    // In address order; where two overlap, the first has it.
    private void AddUncovered(IEnumerable<(AddressRange Range, string Path)> further)
    {
        List<Mapping> covered = [.. _all];
        ulong at = 0;
        foreach ((AddressRange range, string path) in further)
        {
            AddUncovered(covered, Math.Max(at, range.Start), range.End, path);
            at = Math.Max(at, range.End);
        }

        _all.Sort(static (a, b) => a.Start.CompareTo(b.Start));
    }

    // The parts of a range that lie in no mapping yet.
    private void AddUncovered(List<Mapping> covered, ulong start, ulong end, string path)
    {
        int index = FirstEndingAfter(covered, start);
        while (start < end)
        {
            ulong limit = index < covered.Count ? Math.Min(covered[index].Start, end) : end;
            if (start < limit)
                _all.Add(New(start, limit, Unknown, path, 0));
            if (index == covered.Count)
                return;
            start = covered[index++].End;
        }
    }

    private Mapping New(ulong start, ulong end, string permissions, string path, long savedBytes) =>
        new() { Start = start, End = end, Permissions = permissions, Path = path, Inode = path.Length == 0 || path[0] == '[' ? 0 : InodeOf(path), RssBytes = savedBytes };

    // malloc's main heap follows the executable at a random distance, and its first block is small: two words, 0 and the length with bit 0 set.
    private void NameMainHeap(ITargetMemory memory)
    {
        const ulong mostDistance = 1UL << 30, mostFirstBlock = 4_096, flags = 7, inUse = 1;
        int program = _all.FindLastIndex(mapping => ProgramInode != 0 && mapping.Inode == ProgramInode);
        Span<ulong> head = stackalloc ulong[2];
        for (int i = program + 1; program >= 0 && i < _all.Count && _all[i].Inode == 0 && _all[i].Start - _all[program].End <= mostDistance; i++)
        {
            Mapping mapping = _all[i];
            if (!mapping.IsPrivateWritable || memory.Read(mapping.Start, MemoryMarshal.AsBytes(head)) < 2 * sizeof(ulong))
                continue;
            if (head[0] == 0 && (head[1] & flags) == inUse && (head[1] & ~flags) is > 0 and < mostFirstBlock)
            {
                _all[i] = New(mapping.Start, mapping.End, mapping.Permissions, "[heap]", mapping.RssBytes);
                return;
            }
        }
    }

    private static string Rights(uint flags) => $"{((flags & 4) != 0 ? 'r' : '-')}{((flags & 2) != 0 ? 'w' : '-')}{((flags & 1) != 0 ? 'x' : '-')}";

    private ulong InodeOf(string path)
    {
        if (!_inodes.TryGetValue(path, out ulong inode))
            _inodes.Add(path, inode = (ulong)_inodes.Count + 1);
        return inode;
    }

    private MappedFile? FileAt(ulong address)
    {
        int index = LastFileAtOrBefore(address);
        return index >= 0 && address < _files[index].End ? _files[index] : null;
    }

    private ulong NextFile(ulong address)
    {
        int index = LastFileAtOrBefore(address) + 1;
        return index < _files.Count ? _files[index].Start : ulong.MaxValue;
    }

    private int LastFileAtOrBefore(ulong address)
    {
        int low = 0, high = _files.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_files[middle].Start <= address)
                low = middle + 1;
            else
                high = middle;
        }

        return low - 1;
    }

    private static int FirstEndingAfter(List<Mapping> mappings, ulong address)
    {
        int low = 0, high = mappings.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (mappings[middle].End <= address)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }
}
