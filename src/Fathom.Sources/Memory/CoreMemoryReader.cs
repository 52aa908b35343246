using System.Globalization;
using Fathom.Sources.Memory.Malloc;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>Divides the memory that a core lists among its owners, as far as the core tells them.</summary>
/// <param name="core">The core.</param>
/// <param name="memory">The memory in it, and that of mapped files that it left out.</param>
/// <param name="files">Mapped files, in address order.</param>
internal sealed class CoreMemoryReader(ElfCore core, ITargetMemory memory, IReadOnlyList<MappedFile> files)
{
    // A core does not change, and nobody waits for it to run on.
    private static readonly TimeSpan s_mallocLimit = TimeSpan.FromSeconds(30);

    /// <summary>Mappings with what is held of them and whose they are.</summary>
    /// <param name="runtime">What the runtime says it owns, or null.</param>
    /// <param name="notes">What a reader must know to trust the numbers; added to.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public CoreMemoryReading Read(RuntimeClaims? runtime, List<string> notes, CancellationToken stop)
    {
        CoreMappings mappings = CoreMappings.Read(core.Ranges, files, core.Notes, memory);
        IReadOnlyList<AddressClaim> owned = runtime?.Claims ?? [];

        // Segments are mapped even where a small core holds nothing of them.
        mappings.AddKnown(owned.Where(static claim => claim.Category is MemoryCategories.ManagedHeap or MemoryCategories.ManagedUnused).Select(static claim => claim.Range));
        List<AddressClaim> stacks = Stacks(mappings.All);
        ClaimMap claims = new();
        MallocClaims malloc = new(memory, Saved, isMerged: true);
        foreach (AddressClaim claim in owned.Concat(stacks).Concat(MallocClaims.Arenas(mappings.All)).Concat(malloc.ArenasByHead(mappings.All)))
            claims.Add(claim);
        malloc.AddLargeBlocks(mappings.All, claims, stop);
        MappingSplitter splitter = new(claims, Saved);
        MappingCategory categories = new(mappings.All, mappings.ProgramInode);
        List<MemoryPiece> pieces = [];
        for (int i = 0; i < mappings.All.Count; i++)
        {
            stop.ThrowIfCancellationRequested();
            (string category, string? owner) = categories.Of(i);
            pieces.AddRange(splitter.Split(mappings.All[i], category, owner));
        }

        AddNotes(notes, core.Notes.Registers.Count - stacks.Count);
        return new CoreMemoryReading
        {
            MappingCount = mappings.All.Count,
            ThreadCount = core.Notes.Registers.Count,
            Pieces = pieces,
            Malloc = Malloc(pieces, mappings, stop),
        };
    }

    private MallocReading Malloc(List<MemoryPiece> pieces, CoreMappings mappings, CancellationToken stop)
    {
        string? program = mappings.All.Find(mapping => mapping.Inode != 0 && mapping.Inode == mappings.ProgramInode)?.Path;
        MallocPlaces places = MallocLook.Places(pieces.Select(static piece => new AddressClaim(piece.Range, piece.Category, piece.Owner)), mappings.All, program);
        return places.IsNothing ? MallocReading.Nothing : new MallocReader(memory, Saved, stop) { Limit = s_mallocLimit, IsCore = true }.Read(places);
    }

    // The kernel lists every mapping, with those that it saved nothing of.
    private void AddNotes(List<string> notes, int missingStacks)
    {
        notes.Add("A core alone does not say which memory was resident: there are no resident, proportional or swapped bytes, no rows for swap, page tables, huge pages, pipes, sockets and "
            + "unmapped shared memory, and no control group. The recording that 'fathom dump' saves next to a core has them.");
        if (core.Ranges.All(static range => range.SavedBytes == range.End - range.Start))
            notes.Add("This core lists programs, libraries and what its writer saved: reserved address space and other memory that was not saved are "
                + "missing, and saved pages of other files and of shared memory are part of what is not explained.");
        if (missingStacks > 0)
            notes.Add(string.Create(CultureInfo.InvariantCulture, $"The stacks of {missingStacks} of {core.Notes.Registers.Count} threads were not found; their memory is not explained."));
    }

    private (long, long) Saved(AddressRange range)
    {
        long bytes = 0;
        ulong at = range.Start;
        while ((at = core.NextReadable(at, range.End)) < range.End)
        {
            ulong end = Math.Min(core.EndOfReadable(at), range.End);
            bytes += (long)(end - at);
            at = end;
        }

        return (bytes, 0);
    }

    private List<AddressClaim> Stacks(List<Mapping> mappings)
    {
        CoreStacks stacks = new(memory);
        List<AddressClaim> claims = [];
        foreach ((uint thread, ThreadRegisters registers) in core.Notes.Registers.OrderBy(static pair => pair.Key))
        {
            if (StackClaims.Find(mappings, registers.StackPointer) is { IsPrivateWritable: true, Inode: 0 } mapping)
                claims.Add(new AddressClaim(stacks.Of(registers, mapping), MemoryCategories.ThreadStacks, string.Create(CultureInfo.InvariantCulture, $"tid {thread}")));
        }

        return claims;
    }
}
