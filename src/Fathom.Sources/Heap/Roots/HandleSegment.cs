namespace Fathom.Sources.Heap.Roots;

/// <summary>How the GC lays out a segment of a handle table. The layout has been the same since .NET Framework; what depends on it is checked against known handles.</summary>
/// <remarks>
/// <code>
/// 0x0000   480 bytes   ages
///          120 bytes   next block of the same type
///          960 bytes   masks of free handles
///          120 bytes   type of each block, 0xff for one that is not in use
///          120 bytes   block with the second values of each block, 0xff for none
///          further     then the address of the next segment and, right behind, that of the table; where that is depends on the number of handle types
/// 0x1000   120 blocks of 64 handles of 8 bytes
/// </code>
/// </remarks>
internal static class HandleSegment
{
    public const int Size = 0x10000;
    public const int HeaderSize = 0x1000;
    public const int Blocks = 120;
    public const int HandlesPerBlock = 64;
    public const int BlockTypes = 480 + 120 + 960;
    public const int SecondValues = BlockTypes + Blocks;
    public const int EndOfFixedFields = SecondValues + Blocks;
    public const byte None = 0xff;
    public const int HandleSize = sizeof(ulong);

    /// <summary>The segment that a handle lies in.</summary>
    public static ulong Of(ulong handle) => handle & ~(ulong)(Size - 1);

    /// <summary>The block of a handle in its segment.</summary>
    public static int BlockOf(ulong handle) => (int)(((handle & (Size - 1)) - HeaderSize) / (HandleSize * HandlesPerBlock));
}
