namespace Fathom.Storage.Recordings;

/// <summary>What the checksum of a manifest says.</summary>
internal enum SealState
{
    /// <summary>There is none.</summary>
    Absent,

    /// <summary>The file is as it was written.</summary>
    Fits,

    /// <summary>The file was changed.</summary>
    Broken,
}
