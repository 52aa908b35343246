namespace Fathom.Capture.Recording;

/// <summary>Why a recording ended.</summary>
public enum RecordEnd
{
    /// <summary>The user stopped it.</summary>
    Stopped,

    /// <summary>Its time was over.</summary>
    Duration,

    /// <summary>It was as large as it may become.</summary>
    MaxSize,

    /// <summary>The program that it started has ended.</summary>
    Program,

    /// <summary>All processes that it was about have ended.</summary>
    Processes,

    /// <summary>As many saves were made as conditions were to lead to.</summary>
    Saves,

    /// <summary>It could not be written any more.</summary>
    Failed,
}
