using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>What the header of a managed image points to.</summary>
/// <remarks>
/// <code>
/// 0 size    8 directory of the metadata    16 flags    64 directory of the native header
/// </code>
/// <para>Source: ECMA-335, II.25.3.3.</para>
/// </remarks>
/// <param name="Metadata">The metadata.</param>
/// <param name="NativeHeader">The header of code that was compiled ahead of time.</param>
internal readonly record struct CorHeader(PeDirectory Metadata, PeDirectory NativeHeader)
{
    private const int Size = 72;

    /// <summary>Reads it; null where it is not there.</summary>
    public static CorHeader? TryRead(ImageBytes image, PeDirectory place) =>
        image.Read(place with { Size = Size }) is { } bytes ? new CorHeader(Directory(bytes, 8), Directory(bytes, 64)) : null;

    private static PeDirectory Directory(byte[] bytes, int at) =>
        new(BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(at)), BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(at + 4)));
}
