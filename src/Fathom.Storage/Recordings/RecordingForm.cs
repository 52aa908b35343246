namespace Fathom.Storage.Recordings;

/// <summary>What a path is, as far as recordings go.</summary>
public enum RecordingForm
{
    /// <summary>No recording.</summary>
    None,

    /// <summary>A recording folder.</summary>
    Folder,

    /// <summary>A recording in one zip file.</summary>
    Packed,

    /// <summary>A recording under its temporary name: still being written, or left by a process that was killed.</summary>
    Partial,
}
