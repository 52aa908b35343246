using System.Buffers.Binary;
using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>A field of a tracepoint, with the place that the recording gives for it.</summary>
/// <param name="Name">Name.</param>
/// <param name="Type">Type in C, without the size of an array.</param>
/// <param name="Kind">How it is stored.</param>
/// <param name="Offset">Place from the event's start, in bytes.</param>
/// <param name="SizeBytes">Size in bytes.</param>
/// <param name="IsSigned">Whether a number has a sign.</param>
public sealed record TraceField(string Name, string Type, TraceFieldKind Kind, int Offset, int SizeBytes, bool IsSigned)
{
    /// <summary>Whether all tracepoints have it: type, flags, preemption count, thread.</summary>
    public bool IsCommon => Name.StartsWith("common_", StringComparison.Ordinal);

    /// <summary>Whether it is text.</summary>
    public bool IsText => Kind != TraceFieldKind.Number && Type.Contains("char", StringComparison.Ordinal);

    /// <summary>Reads a number.</summary>
    /// <param name="raw">Bytes of the event.</param>
    /// <param name="value">The number; unsigned ones of 8 bytes keep their bits.</param>
    /// <returns>False where the field is no number, or the event is too short for it.</returns>
    public bool TryNumber(ReadOnlySpan<byte> raw, out long value)
    {
        value = 0;
        if (Kind != TraceFieldKind.Number || (uint)Offset + (uint)SizeBytes > (uint)raw.Length)
            return false;
        ReadOnlySpan<byte> bytes = raw.Slice(Offset, SizeBytes);
        switch (SizeBytes)
        {
            case 1:
                value = IsSigned ? (sbyte)bytes[0] : bytes[0];
                return true;
            case 2:
                value = IsSigned ? BinaryPrimitives.ReadInt16LittleEndian(bytes) : BinaryPrimitives.ReadUInt16LittleEndian(bytes);
                return true;
            case 4:
                value = IsSigned ? BinaryPrimitives.ReadInt32LittleEndian(bytes) : BinaryPrimitives.ReadUInt32LittleEndian(bytes);
                return true;
            case 8:
                value = BinaryPrimitives.ReadInt64LittleEndian(bytes);
                return true;
            default:
                return false;
        }
    }

    /// <summary>Bytes of a field that is no number; empty where they would lie outside of the event.</summary>
    public ReadOnlySpan<byte> Bytes(ReadOnlySpan<byte> raw)
    {
        if ((uint)Offset + (uint)SizeBytes > (uint)raw.Length)
            return default;
        if (Kind is TraceFieldKind.Number or TraceFieldKind.Bytes)
            return raw.Slice(Offset, SizeBytes);
        if (SizeBytes != sizeof(uint))
            return default;
        uint place = BinaryPrimitives.ReadUInt32LittleEndian(raw[Offset..]);
        uint start = (place & 0xffff) + (Kind == TraceFieldKind.DynamicRelative ? (uint)(Offset + SizeBytes) : 0);
        uint length = place >> 16;
        return start + length > (uint)raw.Length ? default : raw.Slice((int)start, (int)length);
    }

    /// <summary>Bytes of a text, up to its zero.</summary>
    public ReadOnlySpan<byte> Text(ReadOnlySpan<byte> raw) => RecordFields.UpToZero(Bytes(raw));
}
