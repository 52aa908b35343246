using System.Runtime.InteropServices;
using Fathom.Recorder.Kernel.Calls;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>The memory into which the kernel writes records of one processor, and out of which they are taken.</summary>
/// <remarks>
/// <code>
/// one page      1024 u64 head: bytes that were ever written      1032 u64 tail: bytes that were ever taken
/// 2^n pages     records one behind the other; at the end they go on at the begin. A head of 8 bytes lies in one piece, as sizes are multiples of 8
/// </code>
/// <para>Source: linux/perf_event.h, struct perf_event_mmap_page. What lies before the head was written before the head was; what lies before the tail may be written over.</para>
/// </remarks>
internal sealed unsafe class Ring : IDisposable
{
    private const int HeadPlace = 1024;
    private const int TailPlace = 1032;
    private const int FewestBytes = 1 << 14;

    private readonly byte* _page;
    private readonly byte* _data;
    private readonly ulong _mask;
    private readonly nint _mapped;

    private Ring(int cpu, int file, byte* page, int bytes)
    {
        (Cpu, File, Bytes) = (cpu, file, bytes);
        _page = page;
        _data = page + Environment.SystemPageSize;
        _mask = (ulong)bytes - 1;
        _mapped = Environment.SystemPageSize + (nint)bytes;
    }

    /// <summary>The processor.</summary>
    public int Cpu { get; }

    /// <summary>Descriptor of the event that owns it.</summary>
    public int File { get; }

    /// <summary>Its size.</summary>
    public int Bytes { get; }

    /// <summary>Bytes that were ever written.</summary>
    public ulong Head => Volatile.Read(ref *(ulong*)(_page + HeadPlace));

    /// <summary>Bytes that were ever taken; what is set is free for the kernel.</summary>
    public ulong Tail
    {
        get => *(ulong*)(_page + TailPlace);
        set => Volatile.Write(ref *(ulong*)(_page + TailPlace), value);
    }

    /// <summary>Maps the ring of an event; a smaller one where the user may not have as much.</summary>
    /// <returns>Null where not even a small one can be had.</returns>
    public static Ring? TryMap(int cpu, int file, int bytes)
    {
        for (int size = bytes; size >= FewestBytes; size /= 2)
        {
            nint at = PerfCalls.Map(0, Environment.SystemPageSize + size, PerfCalls.ReadWrite, PerfCalls.Shared, file, 0);
            if (at != -1)
                return new Ring(cpu, file, (byte*)at, size);
            if (Marshal.GetLastPInvokeError() is not (Errno.NotPermitted or Errno.NoMemory))
                return null;
        }

        return null;
    }

    /// <summary>Reads a number of 8 bytes.</summary>
    /// <param name="place">Its place, counted as <see cref="Head"/> is; a multiple of 8.</param>
    public ulong Word(ulong place) => *(ulong*)(_data + (place & _mask));

    /// <summary>Copies bytes out.</summary>
    public void Copy(ulong place, byte* into, int count)
    {
        ulong at = place & _mask;
        int first = (int)Math.Min((ulong)count, (ulong)Bytes - at);
        Buffer.MemoryCopy(_data + at, into, first, first);
        if (first < count)
            Buffer.MemoryCopy(_data, into + first, count - first, count - first);
    }

    /// <inheritdoc/>
    public void Dispose() => _ = PerfCalls.Unmap((nint)_page, _mapped);
}
