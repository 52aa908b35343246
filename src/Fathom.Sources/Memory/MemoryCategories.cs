using Fathom.Model.Memory;

namespace Fathom.Sources.Memory;

/// <summary>What memory is for. These are the names in table <c>memory_region</c> and in <c>docs/memory.md</c>.</summary>
internal static class MemoryCategories
{
    /// <summary>From the first to the last object of each segment: objects, and free blocks between them.</summary>
    public const string ManagedHeap = HeapPartNames.ManagedHeap;

    /// <summary>Committed by the GC for segments, behind their last object.</summary>
    public const string ManagedUnused = "managed heap, committed and unused";

    /// <summary>Regions that the GC keeps for later.</summary>
    public const string ManagedFreeRegions = "managed heap, free regions";

    /// <summary>Card tables, mark arrays and other tables of the GC.</summary>
    public const string GcBookkeeping = "GC bookkeeping";

    /// <summary>Heaps of the runtime for its own structures: types, methods, stubs, handles.</summary>
    public const string RuntimeHeap = "runtime heaps";

    /// <summary>Machine code that the runtime made, and the memory that it makes it in.</summary>
    public const string JitCode = "JIT code";

    /// <summary>The program break heap of malloc, its arenas for threads, and its large blocks.</summary>
    public const string Malloc = "malloc";

    /// <summary>Stacks of threads.</summary>
    public const string ThreadStacks = "thread stacks";

    /// <summary>Programs and shared libraries, with their zeroed data.</summary>
    public const string NativeImages = "native images";

    /// <summary>.NET assemblies.</summary>
    public const string ManagedImages = "managed images";

    /// <summary>Other files.</summary>
    public const string MappedFiles = "mapped files";

    /// <summary>Memory that processes can share: memfd, System V, /dev/shm, anonymous shared mappings.</summary>
    public const string SharedMemory = "shared memory";

    /// <summary>Pages that the kernel gives to every process.</summary>
    public const string Kernel = "kernel pages";

    /// <summary>Anonymous memory that somebody has given a name.</summary>
    public const string Named = "named memory";

    /// <summary>Address space without access.</summary>
    public const string Reserved = "reserved address space";

    /// <summary>Private memory without a known owner.</summary>
    public const string NotExplained = "not explained";
}
