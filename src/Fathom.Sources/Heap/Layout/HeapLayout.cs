namespace Fathom.Sources.Heap.Layout;

/// <summary>
/// How objects lie in the managed heap of a 64-bit .NET runtime.
/// </summary>
/// <remarks>
/// <para>
/// The heap is a set of segments (or regions: small segments of one generation each). Objects stand in a segment back to back, without
/// gaps: the next one starts where the one before ends, at a multiple of 8. A free block is an object too, of the type that the runtime
/// calls Free, an array of bytes. So a heap is walked from the start of a segment to its end by sizes alone.
/// </para>
/// <code>
/// object   -8  header (hash code, lock); belongs to the object's size, so the object before seems to end 8 bytes early
///           0  address of the method table; the lowest three bits are the GC's marks
///           8  number of components, 4 bytes: arrays, strings and free blocks only
/// table     0  flags, 4 bytes: 0x80000000 = has components, whose size is then in the low 16 bits
///           4  base size, 4 bytes: size without components, header included, not aligned
/// </code>
/// <para>size = base size + components * component size, aligned up to 8. The smallest object has 24 bytes.</para>
/// <para>
/// The one gap: a thread gets memory in chunks (allocation contexts) and puts its objects into it. The rest of the chunk, from its
/// pointer to its limit plus the space of one smallest object, holds nothing yet, and is skipped.
/// </para>
/// <para>Source: measured against ClrMD on .NET 8 to 10; the tests compare every type of real heaps with it.</para>
/// </remarks>
internal static class HeapLayout
{
    public const ulong PointerBits = 0x7;
    public const int ComponentCountOffset = 8;
    public const int BaseSizeOffset = 4;
    public const uint HasComponents = 0x8000_0000;
    public const uint ComponentSizeMask = 0xffff;
    public const ulong Alignment = 8;
    public const ulong MinObjectSize = 24;

    // Bytes of an object that tell its size.
    public const int HeadSize = 12;

    // Smaller than any base size in use: header, method table, and what string adds (a length and the closing zero character).
    public const uint MinBaseSize = 22;

    // From this size on, objects go to the large object heap.
    public const ulong LargeObjectSize = 85_000;

    public static ulong AlignUp(ulong size) => (size + (Alignment - 1)) & ~(Alignment - 1);
}
