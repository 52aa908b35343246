using Fathom.Files;
using Fathom.Formats.NetTrace.Cutting;

namespace Fathom.Recorder.Segments;

/// <summary>Keeps the last part of a stream of events of a runtime. The thread that reads the stream writes, another one trims.</summary>
internal sealed class RuntimeSegments : IDisposable
{
    private readonly Lock _lock = new();
    private readonly Lock _trimming = new();
    private readonly StreamSplitter _splitter = new();
    private readonly RuntimeMoment _moment = new();
    private readonly SegmentList _segments;
    private readonly string _folder;
    private readonly string _name;
    private FileStream? _file;

    /// <summary>Begins.</summary>
    /// <param name="folder">The folder of the ring.</param>
    /// <param name="name">Name of the source.</param>
    /// <param name="keepNs">How long it is kept.</param>
    /// <param name="nowNs">The time.</param>
    /// <exception cref="IOException">No file can be made.</exception>
    public RuntimeSegments(string folder, string name, long keepNs, long nowNs)
    {
        (_folder, _name) = (folder, name);
        _segments = new SegmentList(folder, name, keepNs, nowNs);
        _file = OwnFile.MakeStream(_segments.Current);
    }

    /// <summary>Code that found no room in it.</summary>
    public long CodeWithoutRoom => _moment.CodeWithoutRoom;

    /// <summary>Takes bytes of the stream.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="nowNs">The time.</param>
    /// <returns>Why nothing more can be kept; null where all is well.</returns>
    /// <exception cref="IOException">They cannot be written.</exception>
    public string? Write(ReadOnlySpan<byte> bytes, long nowNs)
    {
        lock (_lock)
        {
            if (_file is null)
                return null;
            _splitter.Take(bytes, _file);
            // Whoever saves, and who finds it killed, reads the files.
            _file.Flush();
            if (_segments.IsDue(nowNs))
            {
                _file.Dispose();
                _file = null;
                _file = OwnFile.MakeStream(_segments.Next(nowNs));
            }

            return _splitter.Problem;
        }
    }

    /// <summary>Gives up what is too old.</summary>
    /// <param name="nowNs">As <see cref="SegmentList.Trim"/> has it.</param>
    public void Trim(long nowNs)
    {
        lock (_trimming)
            _segments.Trim(nowNs, file => _moment.Take(file, long.MaxValue), _moment.Write);
    }

    /// <summary>Writes the events of a span of time.</summary>
    /// <param name="span">The span.</param>
    /// <param name="names">What tells of its code beside; null for nothing.</param>
    /// <param name="path">The file, newly made.</param>
    /// <returns>Its size; null where nothing came.</returns>
    public long? Cut((long FromNs, long ToNs) span, IReadOnlyList<Func<Stream>>? names, string path)
    {
        lock (_trimming)
            return SegmentCut.Runtime(_folder, _name, span, names, path);
    }

    /// <summary>Removes what is kept of a stream that has ended.</summary>
    /// <exception cref="IOException">A file cannot be removed.</exception>
    public void Remove()
    {
        lock (_trimming)
            SegmentFiles.Remove(_folder, _name);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_lock)
        {
            try
            {
                _file?.Dispose();
            }
            catch (IOException)
            {
                // That the disk is full was said when it was written.
            }

            _file = null;
        }
    }
}
