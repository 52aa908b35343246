using System.Runtime.InteropServices;
using Fathom.Files;
using Fathom.Recorder.Kernel.Calls;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>The file that records go to, through memory of its own; nothing is allocated after it was made. Where it cannot be written, what comes is dropped and the first reason kept.</summary>
internal sealed unsafe class RawFile : IDisposable
{
    private const int BufferBytes = 1 << 20;

    private readonly byte* _buffer;
    private int _file;
    private int _held;
    private bool _isClosed;

    private RawFile(int file)
    {
        _file = file;
        _buffer = (byte*)NativeMemory.AlignedAlloc(BufferBytes, (nuint)Environment.SystemPageSize);
    }

    /// <summary>Bytes that were taken.</summary>
    public long Bytes { get; private set; }

    /// <summary>Bytes that are in the file.</summary>
    public long Written { get; private set; }

    /// <summary>Error number of the first write that failed; 0 where none did.</summary>
    public int Error { get; private set; }

    /// <summary>Makes the file, which only its owner may read.</summary>
    /// <param name="path">Its path; there must be none yet.</param>
    /// <param name="error">Error number; 0 where it was made.</param>
    public static RawFile? TryCreate(string path, out int error)
    {
        int file = OwnFile.MakeDescriptor(path, out error);
        return file < 0 ? null : new RawFile(file);
    }

    /// <summary>Room for a record, which <see cref="Added"/> takes as written.</summary>
    /// <param name="count">Its size, 64 KiB at most.</param>
    public byte* Room(int count)
    {
        if (_held + count > BufferBytes)
            Flush();
        return _buffer + _held;
    }

    /// <summary>A record was put into <see cref="Room"/>.</summary>
    public void Added(int count)
    {
        _held += count;
        Bytes += count;
    }

    /// <summary>Adds bytes.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            int some = Math.Min(bytes.Length, BufferBytes / 2);
            bytes[..some].CopyTo(new Span<byte>(Room(some), some));
            Added(some);
            bytes = bytes[some..];
        }
    }

    /// <summary>Writes what is held.</summary>
    public void Flush()
    {
        int done = 0;
        while (done < _held && Error == 0)
        {
            nint written = PerfCalls.Write(_file, _buffer + done, _held - done);
            if (written >= 0)
                (done, Written) = (done + (int)written, Written + written);
            else if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int error)
                Error = error;
        }

        _held = 0;
    }

    /// <summary>Goes on in another file.</summary>
    /// <param name="path">Its path; there must be none yet.</param>
    public void Continue(string path)
    {
        Flush();
        int next = OwnFile.MakeDescriptor(path, out int error);
        if (next < 0)
        {
            Error = Error == 0 ? error : Error;
            return;
        }

        _ = PerfCalls.Close(_file);
        _file = next;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_isClosed)
            return;
        _isClosed = true;
        Flush();
        _ = PerfCalls.Close(_file);
        NativeMemory.AlignedFree(_buffer);
    }
}
