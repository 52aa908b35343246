using System.Buffers.Binary;

namespace Fathom.Sources.Events.Maps;

/// <summary>Which IL each piece of the code of a method was compiled from.</summary>
/// <param name="methodId">The runtime's number of the method.</param>
/// <param name="ilOffsets">The offsets in the IL, 4 bytes each; numbers near the greatest are words of <see cref="IlOffset"/>.</param>
/// <param name="nativeOffsets">The offsets in the code where the pieces begin, 4 bytes each, as many.</param>
public readonly ref struct IlMap(ulong methodId, ReadOnlySpan<byte> ilOffsets, ReadOnlySpan<byte> nativeOffsets)
{
    private readonly ReadOnlySpan<byte> _ilOffsets = ilOffsets;
    private readonly ReadOnlySpan<byte> _nativeOffsets = nativeOffsets;

    /// <summary>The runtime's number of the method.</summary>
    public ulong MethodId { get; } = methodId;

    /// <summary>How many pieces there are.</summary>
    public int Count => _ilOffsets.Length / sizeof(uint);

    /// <summary>A piece: where its code begins, and the IL of it.</summary>
    public (uint Native, int Il) this[int index] =>
        (BinaryPrimitives.ReadUInt32LittleEndian(_nativeOffsets[(index * sizeof(uint))..]), BinaryPrimitives.ReadInt32LittleEndian(_ilOffsets[(index * sizeof(uint))..]));
}
