using System.Runtime.InteropServices;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Reading;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// Reads the memory of a live process with process_vm_readv, and through /proc/PID/mem where a sandbox forbids that call.
/// What lies in the files of programs and assemblies is read from these, so that the target does not grow by being read.
/// Works on a running and on a stopped target; on a running one the content may change between two reads. Several threads may read at once.
/// </summary>
internal sealed unsafe class LiveMemory(int processId) : ITargetMemory, IDisposable
{
    private const ulong PageSize = 4096;

    private readonly Lock _opening = new();
    private volatile SafeFileHandle? _memoryFile;
    private ImagePages? _images;

    public int Read(ulong address, Span<byte> buffer)
    {
        if (buffer.IsEmpty)
            return 0;
        if (_images is { } images && images.TryRead(address, buffer))
            return buffer.Length;
        if (_memoryFile is not null)
            return ReadFile(address, buffer);
        nint read;
        fixed (byte* start = buffer)
        {
            TraceCalls.IoVector local = new() { Base = start, Length = (nuint)buffer.Length };
            TraceCalls.IoVector remote = new() { Base = (void*)address, Length = (nuint)buffer.Length };
            read = TraceCalls.ProcessVmReadv(processId, &local, 1, &remote, 1, 0);
        }

        return read > 0 ? (int)read : AfterFailure(Marshal.GetLastPInvokeError(), address, buffer);
    }

    public ulong NextReadable(ulong address, ulong limit)
    {
        ulong next = (address & ~(PageSize - 1)) + PageSize;
        Span<byte> probe = stackalloc byte[1];
        while (next < limit && next > address && Read(next, probe) == 0)
            next += PageSize;
        return Math.Min(next, limit);
    }

    /// <summary>Looks anew at which files are mapped where; until the first look all is read from the memory. Nobody may read meanwhile.</summary>
    public void LookAtImages()
    {
        _images?.Dispose();
        _images = ImagePages.Of(processId);
    }

    public void Dispose()
    {
        _images?.Dispose();
        _memoryFile?.Dispose();
    }

    private int AfterFailure(int error, ulong address, Span<byte> buffer)
    {
        switch (error)
        {
            case TraceCalls.ErrorNoProcess:
                throw TargetErrors.Gone(processId);
            case TraceCalls.ErrorPermission or TraceCalls.ErrorNotImplemented:
                lock (_opening)
                    _memoryFile ??= OpenMemoryFile();
                return ReadFile(address, buffer);
            default:
                return 0;
        }
    }

    private SafeFileHandle OpenMemoryFile()
    {
        try
        {
            return File.OpenHandle($"/proc/{processId}/mem", options: FileOptions.RandomAccess);
        }
        catch (UnauthorizedAccessException e)
        {
            throw TargetErrors.NotAllowed(processId, e);
        }
        catch (IOException) when (!Directory.Exists($"/proc/{processId}"))
        {
            throw TargetErrors.Gone(processId);
        }
    }

    private int ReadFile(ulong address, Span<byte> buffer)
    {
        // The file has no byte at 2^63 and above, and neither has user space.
        if (address > long.MaxValue)
            return 0;
        try
        {
            int read = RandomAccess.Read(_memoryFile!, buffer, (long)address);
            if (read == 0 && !Directory.Exists($"/proc/{processId}"))
                throw TargetErrors.Gone(processId);
            return read;
        }
        catch (IOException)
        {
            // EIO: an unmapped page, which the caller reports as unreadable.
            return 0;
        }
    }
}
