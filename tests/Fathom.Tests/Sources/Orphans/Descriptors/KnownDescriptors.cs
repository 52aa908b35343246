using Fathom.Sources.Memory;
using Fathom.Sources.Orphans.Descriptors;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Tests.Sources.Orphans.Descriptors;

/// <summary>Answers of a kernel about descriptors of a tree of files.</summary>
internal sealed class KnownDescriptors : IDescriptorAccess
{
    public const int RegularFile = 0x8000;

    public IReadOnlyCollection<ulong> MemoryDevices { get; } = [FileId.DeviceOf(0, 1)];

    public Dictionary<(int Pid, int Number), DescriptorFacts> Files { get; } = [];

    public Dictionary<(int Pid, int Number), long> Pipes { get; } = [];

    public Dictionary<(int Pid, int Number), long> Sockets { get; } = [];

    public Dictionary<(int Pid, int Number), InFlight> Messages { get; } = [];

    public Dictionary<FileId, CachedPages> Cache { get; } = [];

    public static DescriptorFacts File(ulong device, ulong inode, long bytes, uint links) => new(device, inode, RegularFile, links, bytes);

    public DescriptorFacts? Describe(int processId, int number) => Files.TryGetValue((processId, number), out DescriptorFacts facts) ? facts : null;

    public long? PipeBytes(int processId, int number) => Pipes.TryGetValue((processId, number), out long bytes) ? bytes : null;

    public long? SocketBytes(int processId, int number) => Sockets.TryGetValue((processId, number), out long bytes) ? bytes : null;

    public InFlight Peek(int processId, int number) => Messages.GetValueOrDefault((processId, number), new InFlight(0, [], null));

    public CachedPages? Cached(int processId, int number, FileId file) => Cache.TryGetValue(file, out CachedPages pages) ? pages : null;

    public CachedPages? Cached(int processId, string mapFile, FileId file) => Cached(processId, 0, file);

    public void Dispose()
    {
    }
}
