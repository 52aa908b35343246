namespace Fathom.Sources.Memory.Malloc;

/// <summary>The two words before the bytes of a chunk; see <see cref="ChunkWalk"/>.</summary>
/// <param name="Before">Length of the chunk before this one, where that one is free.</param>
/// <param name="Word">Length, a multiple of 16, and three bits: 1 the chunk before is in use, 2 it has a mapping of its own, 4 it is of an arena beside the main one.</param>
internal readonly record struct ChunkHead(ulong Before, ulong Word)
{
    /// <summary>Bytes of a head, and the step of all lengths and addresses.</summary>
    public const ulong Bytes = 16;

    /// <summary>The shortest chunk.</summary>
    public const ulong LeastBytes = 32;

    private const ulong Flags = 15;
    private const ulong BeforeInUse = 1;
    private const ulong Mapped = 2;

    /// <summary>Length in bytes, with the head.</summary>
    public ulong SizeBytes => Word & ~7ul;

    /// <summary>Whether the chunk before this one is in use, or of a thread's cache, or in a fast bin.</summary>
    public bool IsBeforeInUse => (Word & BeforeInUse) != 0;

    /// <summary>Whether a chunk of this head can end at or before a place.</summary>
    /// <param name="most">Bytes up to that place.</param>
    public bool Fits(ulong most) => SizeBytes >= LeastBytes && SizeBytes <= most && (Word & (Flags & ~7ul)) == 0 && (Word & Mapped) == 0;

    /// <summary>Whether it ends a heap: malloc closes a heap that another one follows with heads of no or 16 bytes.</summary>
    public bool IsFence => SizeBytes is 0 or Bytes && (Word & Mapped) == 0 && IsBeforeInUse;
}
