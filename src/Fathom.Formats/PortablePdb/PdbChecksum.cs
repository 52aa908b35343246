namespace Fathom.Formats.PortablePdb;

/// <summary>What the checksum of a source file was made with.</summary>
public enum PdbChecksum
{
    /// <summary>There is none, or it is of another kind.</summary>
    Unknown,

    /// <summary>SHA-1.</summary>
    Sha1,

    /// <summary>SHA-256.</summary>
    Sha256,
}
