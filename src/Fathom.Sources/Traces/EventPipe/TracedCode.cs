using Fathom.Sources.Traces.Lines;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Code of a method.</summary>
/// <param name="start">Its first address.</param>
/// <param name="sizeBytes">Bytes of code.</param>
/// <param name="moduleId">The runtime's number of its module.</param>
/// <param name="name">Type and name.</param>
/// <param name="fromNs">Since when it is there; the least number where it was before the trace.</param>
internal sealed class TracedCode(ulong start, uint sizeBytes, ulong moduleId, string name, long fromNs)
{
    public ulong Start { get; } = start;

    public uint SizeBytes { get; } = sizeBytes;

    public ulong ModuleId { get; } = moduleId;

    public string Name { get; } = name;

    public long FromNs { get; } = fromNs;

    /// <summary>Whether it replaced other code of the method while that ran.</summary>
    public bool IsReplacement { get; init; }

    /// <summary>Whether it was compiled while the process ran.</summary>
    public bool IsCompiled { get; init; }

    /// <summary>The number of the method in the metadata of its module.</summary>
    public uint Token { get; init; }

    /// <summary>Which IL it was compiled from; null where that was not told, or no frame lies in it.</summary>
    public IlPieces? Pieces { get; set; }

    /// <summary>What was inlined into it; null where that was not told.</summary>
    public InlineTree? Inlines { get; set; }

    /// <summary>When it went; the largest number where it stayed.</summary>
    public long ToNs { get; private set; } = long.MaxValue;

    /// <summary>Whether it stayed as long as the trace tells.</summary>
    public bool Stayed => ToNs == long.MaxValue;

    /// <summary>It went.</summary>
    public void End(long timeNs) => ToNs = timeNs;

    /// <summary>Whether it is the same code of the same method.</summary>
    public bool Is(uint size, ulong module, string text) => SizeBytes == size && ModuleId == module && Name == text;
}
