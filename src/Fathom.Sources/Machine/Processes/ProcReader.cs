using System.Buffers;
using System.Buffers.Text;
using System.Text;
using Fathom.Files;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// Reads the files of one /proc, each into the same pooled buffer: a span that a call returns is valid until the next call. Not thread-safe.
/// </summary>
/// <param name="root">Where the proc file system is mounted; tests give a folder that looks like one.</param>
internal sealed unsafe class ProcReader(string root) : IDisposable
{
    // The maps of a process with 65,530 mappings (the kernel's default limit) are 8 MB; behind this limit the text is cut at a whole line.
    private const int MaxFileBytes = 32 * 1024 * 1024;
    private const int MaxPathBytes = 4096;

    private readonly byte[] _root = Encoding.UTF8.GetBytes(root);
    private byte[] _buffer = ArrayPool<byte>.Shared.Rent(64 * 1024);

    /// <summary>Reads <c>ROOT/PID/FILE</c>.</summary>
    /// <param name="pid">Number of the process (pid).</param>
    /// <param name="file">File name as UTF-8, without a terminator.</param>
    /// <param name="content">The bytes; empty unless the state is <see cref="ProcReadState.Read"/>.</param>
    public ProcReadState Read(int pid, ReadOnlySpan<byte> file, out ReadOnlySpan<byte> content)
    {
        Span<byte> path = stackalloc byte[MaxPathBytes];
        content = default;
        return TryBuildPath(path, pid, file) ? ReadFile(path, out content) : ProcReadState.Gone;
    }

    /// <summary>Reads <c>ROOT/FILE</c>.</summary>
    public ProcReadState ReadAt(ReadOnlySpan<byte> file, out ReadOnlySpan<byte> content)
    {
        Span<byte> path = stackalloc byte[MaxPathBytes];
        content = default;
        return TryBuildPath(path, null, file) ? ReadFile(path, out content) : ProcReadState.Gone;
    }

    /// <summary>Opens <c>ROOT/PID/FILE</c> and reads nothing of it.</summary>
    public ProcReadState Probe(int pid, ReadOnlySpan<byte> file)
    {
        Span<byte> path = stackalloc byte[MaxPathBytes];
        if (!TryBuildPath(path, pid, file))
            return ProcReadState.Gone;
        int handle = Open(path);
        if (handle < 0)
            return LastState();
        _ = FileCalls.Close(handle);
        return ProcReadState.Read;
    }

    /// <summary>The target of the link <c>ROOT/PID/LINK</c>, or an empty span where it cannot be read.</summary>
    public ReadOnlySpan<byte> ReadLink(int pid, ReadOnlySpan<byte> link)
    {
        Span<byte> path = stackalloc byte[MaxPathBytes];
        if (!TryBuildPath(path, pid, link))
            return default;
        fixed (byte* p = path)
        fixed (byte* target = _buffer)
        {
            nint length = FileCalls.ReadLink(p, target, _buffer.Length);
            return length <= 0 ? default : _buffer.AsSpan(0, (int)length);
        }
    }

    /// <summary>Whether <c>ROOT/PID/FILE</c> exists and we may look at it.</summary>
    public bool Exists(int pid, ReadOnlySpan<byte> file)
    {
        Span<byte> path = stackalloc byte[MaxPathBytes];
        if (!TryBuildPath(path, pid, file))
            return false;
        fixed (byte* p = path)
            return FileCalls.Access(p, 0) == 0;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = [];
    }

    private static ProcReadState LastState() => System.Runtime.InteropServices.Marshal.GetLastPInvokeError() switch
    {
        FileCalls.NoSuchFile or FileCalls.NoSuchProcess or FileCalls.NoSuchDevice => ProcReadState.Gone,
        _ => ProcReadState.Refused,
    };

    // Nothing in /proc blocks; a fixture or a file behind a link may.
    private static int Open(ReadOnlySpan<byte> path)
    {
        fixed (byte* p = path)
            return FileCalls.Open(p, FileCalls.ReadOnly | FileCalls.CloseOnExec | FileCalls.NonBlocking);
    }

    private ProcReadState ReadFile(scoped ReadOnlySpan<byte> path, out ReadOnlySpan<byte> content)
    {
        content = default;
        int handle = Open(path);
        if (handle < 0)
            return LastState();
        try
        {
            return ReadAll(handle, out content);
        }
        finally
        {
            _ = FileCalls.Close(handle);
        }
    }

    private ProcReadState ReadAll(int handle, out ReadOnlySpan<byte> content)
    {
        content = default;
        int length = 0;
        while (length < MaxFileBytes)
        {
            if (length == _buffer.Length)
                Grow();
            nint count;
            fixed (byte* to = &_buffer[length])
                count = FileCalls.Read(handle, to, _buffer.Length - length);
            if (count == 0)
                break;
            if (count > 0)
                length += (int)count;
            else if (System.Runtime.InteropServices.Marshal.GetLastPInvokeError() != FileCalls.InterruptedCall)
                return LastState();
        }

        content = _buffer.AsSpan(0, length);
        return ProcReadState.Read;
    }

    private void Grow()
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(_buffer.Length * 2);
        _buffer.CopyTo(larger, 0);
        ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = larger;
    }

    // ROOT '/' PID '/' FILE '\0', or without PID
    private bool TryBuildPath(Span<byte> path, int? pid, ReadOnlySpan<byte> file)
    {
        if (_root.Length + file.Length + 16 > path.Length)
            return false;
        _root.CopyTo(path);
        int at = _root.Length;
        path[at++] = (byte)'/';
        if (pid is { } number)
        {
            Utf8Formatter.TryFormat(number, path[at..], out int digits);
            at += digits;
            path[at++] = (byte)'/';
        }

        file.CopyTo(path[at..]);
        path[at + file.Length] = 0;
        return true;
    }
}
