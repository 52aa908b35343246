using Fathom.Capture.Subjects;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Verbs;

/// <summary>Subjects that are open as long as they are asked.</summary>
internal sealed class OpenSubjects : IDisposable
{
    private readonly List<SubjectRecording> _recordings = [];

    /// <summary>Their recordings.</summary>
    public IReadOnlyList<RecordingReader> Readers => [.. _recordings.Select(static one => one.Reader)];

    /// <summary>Takes one over.</summary>
    public void Add(SubjectRecording recording) => _recordings.Add(recording);

    /// <inheritdoc/>
    public void Dispose()
    {
        for (int i = _recordings.Count - 1; i >= 0; i--)
            _recordings[i].Dispose();
    }
}
