using Fathom.Model;
using Fathom.Storage.Recordings;

namespace Fathom.Serializers.Capture;

/// <summary>Measurements of serializers as a recording: one that was saved, or one that was made now and goes away unless it is kept.</summary>
public sealed class SuiteRecording : IDisposable
{
    private readonly RecordingWriter? _writer;

    internal SuiteRecording(RecordingReader reader, RecordingWriter? writer)
    {
        Reader = reader;
        _writer = writer;
    }

    /// <summary>What was measured, as queries read it; open until this is disposed.</summary>
    public RecordingReader Reader { get; }

    /// <summary>What was asked for now and is not available, a sentence each.</summary>
    public IReadOnlyList<string> Missing { get; internal init; } = [];

    /// <summary>Opens one that was saved.</summary>
    /// <exception cref="FathomException">It is no recording (<see cref="ExitCode.Target"/>).</exception>
    public static SuiteRecording Open(string path) => new(RecordingReader.Open(path), null);

    /// <inheritdoc/>
    public void Dispose()
    {
        Reader.Dispose();
        _writer?.Dispose();
    }
}
