using Fathom.Sources.Memory;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>What the kernel says about descriptors of processes. Tests answer for it.</summary>
internal interface IDescriptorAccess : IDisposable
{
    /// <summary>Numbers of the file systems that the kernel keeps for memory files without a mount (memfd, System V).</summary>
    IReadOnlyCollection<ulong> MemoryDevices { get; }

    /// <summary>The file behind a descriptor, or null where it has gone or is refused.</summary>
    DescriptorFacts? Describe(int processId, int number);

    /// <summary>Unread bytes of a pipe; null where it cannot be asked.</summary>
    long? PipeBytes(int processId, int number);

    /// <summary>Memory of a socket's queues; null where it cannot be asked.</summary>
    long? SocketBytes(int processId, int number);

    /// <summary>Looks at the descriptors that wait in a socket, which stay there.</summary>
    InFlight Peek(int processId, int number);

    /// <summary>Bytes of a file that are in the page cache, asked of a descriptor; null where the kernel does not tell.</summary>
    CachedPages? Cached(int processId, int number, FileId file);

    /// <summary>The same, asked of a mapping.</summary>
    CachedPages? Cached(int processId, string mapFile, FileId file);
}
