using Fathom.Formats;

namespace Fathom.Sources.Subjects;

/// <summary>The beginning of a file.</summary>
/// <param name="bytes">Its first bytes, at most 4096.</param>
/// <param name="content">Reads further bytes.</param>
public readonly ref struct FileHead(ReadOnlySpan<byte> bytes, FileProbe content)
{
    /// <summary>Its first bytes, at most 4096.</summary>
    public ReadOnlySpan<byte> Bytes { get; } = bytes;

    /// <summary>Reads further bytes.</summary>
    public FileProbe Content { get; } = content;
}
