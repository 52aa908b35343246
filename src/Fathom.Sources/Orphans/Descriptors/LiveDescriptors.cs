using System.Globalization;
using System.Text;
using Fathom.Files;
using Fathom.Sources.Memory;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>
/// Asks the kernel of this machine. Files are described by their links, which opens nothing; pipes and sockets are asked through a duplicate of the
/// descriptor (pidfd_getfd), which changes nothing for its owner. Not thread-safe.
/// </summary>
internal sealed unsafe class LiveDescriptors : IDescriptorAccess
{
    private const int NoProcess = -1;

    private readonly HashSet<ulong> _memoryDevices = [];
    private int _processId;
    private int _process = NoProcess;

    public LiveDescriptors()
    {
        // The kernel's own mounts are in no table of mounts; a file of ours on each tells their numbers.
        foreach (uint flags in (uint[])[OrphanCalls.CloseOnExec, OrphanCalls.CloseOnExec | OrphanCalls.HugePages])
        {
            int file = OrphanCalls.CreateMemoryFile("fathom", flags);
            if (file < 0)
                continue;
            if (DescriptorFacts.Of(file) is { } facts)
                _memoryDevices.Add(facts.Device);
            _ = DescriptorCalls.Close(file);
        }
    }

    public IReadOnlyCollection<ulong> MemoryDevices => _memoryDevices;

    public DescriptorFacts? Describe(int processId, int number)
    {
        Span<byte> path = stackalloc byte[64];
        Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/fd/{number}\0"), path);
        return DescriptorFacts.Of(path, follow: true);
    }

    public long? PipeBytes(int processId, int number) => Ask<long>(processId, number, static copy => DescriptorAnswers.UnreadBytes(copy));

    public long? SocketBytes(int processId, int number) => Ask<long>(processId, number, static copy => DescriptorAnswers.SocketBytes(copy));

    public InFlight Peek(int processId, int number) => Ask<InFlight>(processId, number, static copy => SocketPeek.Look(copy)) ?? new InFlight(0, [], null);

    public CachedPages? Cached(int processId, int number, FileId file) => Ask<CachedPages>(processId, number, copy => Cached(copy, file));

    public CachedPages? Cached(int processId, string mapFile, FileId file)
    {
        int open;
        fixed (byte* path = Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/map_files/{mapFile}\0")))
            open = FileCalls.Open(path, FileCalls.ReadOnly | FileCalls.CloseOnExec | FileCalls.NonBlocking);
        if (open < 0)
            return null;
        CachedPages? pages = Cached(open, file);
        _ = DescriptorCalls.Close(open);
        return pages;
    }

    public void Dispose()
    {
        if (_process >= 0)
            _ = DescriptorCalls.Close(_process);
        _process = NoProcess;
    }

    // The number may stand for another file by now.
    private static CachedPages? Cached(int copy, FileId file)
    {
        if (DescriptorFacts.Of(copy) is not { } facts || facts.Inode != file.Inode || PageCache.Bytes(copy) is not { } bytes)
            return null;
        return new CachedPages(bytes, new FileInfo(string.Create(CultureInfo.InvariantCulture, $"/proc/self/fd/{copy}")).LinkTarget ?? "");
    }

    private T? Ask<T>(int processId, int number, Func<int, T?> question)
        where T : struct
    {
        if (_processId != processId || _process < 0)
        {
            Dispose();
            _processId = processId;
            _process = (int)DescriptorCalls.SystemCall(DescriptorCalls.PidfdOpen, processId, 0, 0);
        }

        int copy = _process < 0 ? -1 : (int)DescriptorCalls.SystemCall(DescriptorCalls.PidfdGetFd, _process, number, 0);
        if (copy < 0)
            return null;
        try
        {
            return question(copy);
        }
        finally
        {
            _ = DescriptorCalls.Close(copy);
        }
    }
}
