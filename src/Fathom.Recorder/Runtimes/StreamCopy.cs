using System.Diagnostics;
using Fathom.Recorder.Segments;
using Fathom.Sources.Events.Sessions;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Recorder.Runtimes;

/// <summary>Copies a stream of events into a file as it comes, on a thread of its own. A disk that is full does not hold up the target: what cannot be written is counted.</summary>
internal sealed class StreamCopy : IDisposable
{
    private const int BufferBytes = 256 * 1024;
    private const int StackBytes = 128 * 1024;

    private readonly RawEvents _stream;
    private readonly SafeFileHandle? _file;
    private readonly RuntimeSegments? _segments;
    private readonly (SizeBudget Budget, long Reserved) _room;
    private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _bytes;
    private long _unwrittenBytes;

    private StreamCopy(RawEvents stream, SafeFileHandle? file, RuntimeSegments? segments, (SizeBudget Budget, long Reserved) room) =>
        (_stream, _file, _segments, _room) = (stream, file, segments, room);

    /// <summary>Ends with the stream.</summary>
    public Task End => _end.Task;

    /// <summary>When the stream ended, in ns of CLOCK_MONOTONIC; 0 before.</summary>
    public long EndNs { get; private set; }

    /// <summary>Bytes in the file.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Bytes that could not be written.</summary>
    public long UnwrittenBytes => Volatile.Read(ref _unwrittenBytes);

    /// <summary>Why they could not; null where all are.</summary>
    public string? Problem { get; private set; }

    /// <summary>Begins to copy.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="file">The file, which is closed with this.</param>
    /// <param name="name">Name of the thread.</param>
    /// <param name="room">Bytes that may be used, and what of them is reserved for its end.</param>
    public static StreamCopy Start(RawEvents stream, SafeFileHandle file, string name, (SizeBudget Budget, long Reserved) room)
    {
        return Start(new StreamCopy(stream, file, null, room), name);
    }

    /// <summary>Begins to copy into the segments of a ring.</summary>
    /// <param name="stream">The events.</param>
    /// <param name="segments">Where they go; disposed of with this.</param>
    /// <param name="name">Name of the thread.</param>
    public static StreamCopy Start(RawEvents stream, RuntimeSegments segments, string name) =>
        Start(new StreamCopy(stream, null, segments, (SizeBudget.None, 0)), name);

    private static StreamCopy Start(StreamCopy copy, string name)
    {
        new Thread(copy.Run, StackBytes) { IsBackground = true, Name = name }.Start();
        return copy;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _file?.Dispose();
        _segments?.Dispose();
    }

    private void Run()
    {
        byte[] buffer = GC.AllocateUninitializedArray<byte>(BufferBytes, pinned: true);
        try
        {
            while (_stream.Read(buffer) is > 0 and int count)
                Write(buffer.AsSpan(0, count));
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The process was killed, or took too long to end its session: the file is as long as it is.
        }
        finally
        {
            EndNs = Stopwatch.GetTimestamp();
            // Nothing follows; the process may have ended days before the recording does.
            _segments?.Dispose();
            _room.Budget.Release(_room.Reserved);
            _end.SetResult();
        }
    }

    // What was left out would make no sense to who reads the rest, so nothing follows the first gap.
    private void Write(ReadOnlySpan<byte> bytes)
    {
        if (_unwrittenBytes > 0)
        {
            Volatile.Write(ref _unwrittenBytes, _unwrittenBytes + bytes.Length);
            return;
        }

        int room = _room.Budget.Take(bytes.Length);
        try
        {
            if (_segments is not null)
                Problem = _segments.Write(bytes, Stopwatch.GetTimestamp());
            else
                RandomAccess.Write(_file!, bytes[..room], _bytes);
            Volatile.Write(ref _bytes, _bytes + room);
            if (room == bytes.Length)
                return;
            Problem = "the recording is as large as it may become (--max-size)";
            Volatile.Write(ref _unwrittenBytes, bytes.Length - room);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Problem = e.Message;
            Volatile.Write(ref _unwrittenBytes, bytes.Length);
        }
    }
}
