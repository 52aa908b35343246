namespace Fathom.Sources.Events.Maps;

/// <summary>A part of what was inlined into code of a method; large ones come in several, one behind the other.</summary>
/// <param name="methodId">The runtime's number of the method.</param>
/// <param name="number">Number of the part, from 0.</param>
/// <param name="isLast">Whether it is the last one.</param>
/// <param name="bytes">Its content.</param>
public readonly ref struct InlinePart(ulong methodId, uint number, bool isLast, ReadOnlySpan<byte> bytes)
{
    /// <summary>The runtime's number of the method.</summary>
    public ulong MethodId { get; } = methodId;

    /// <summary>Number of the part, from 0.</summary>
    public uint Number { get; } = number;

    /// <summary>Whether it is the last one.</summary>
    public bool IsLast { get; } = isLast;

    /// <summary>Its content.</summary>
    public ReadOnlySpan<byte> Bytes { get; } = bytes;
}
