using System.Buffers.Binary;

namespace Fathom.Formats.NetTrace.Fields;

/// <summary>Fields of fixed size and numbers in groups of 7 bits, as JSON.</summary>
internal static class PayloadScalar
{
    /// <summary>Bytes that the payload has of a field at its place: of an array what stands there for it; -1 for a type that is not known.</summary>
    public static int SizeOf(EventFieldType type, int pointerSize) => type switch
    {
        EventFieldType.SByte or EventFieldType.Byte or EventFieldType.Utf8Unit or EventFieldType.Boolean8 => 1,
        EventFieldType.Char or EventFieldType.Int16 or EventFieldType.UInt16 or EventFieldType.Array or EventFieldType.Port => 2,
        EventFieldType.Boolean32 or EventFieldType.Int32 or EventFieldType.UInt32 or EventFieldType.Single or EventFieldType.Ip4 => 4,
        EventFieldType.RelativeArray or EventFieldType.PlacedArray => 4,
        EventFieldType.Int64 or EventFieldType.UInt64 or EventFieldType.Double or EventFieldType.DateTime => 8,
        EventFieldType.Decimal or EventFieldType.Guid or EventFieldType.Ip6 => 16,
        EventFieldType.Address => pointerSize,
        EventFieldType.Gap => pointerSize - 4,
        _ => -1,
    };

    /// <summary>Reads a field and writes it.</summary>
    public static void Write(JsonText json, EventFieldType type, ref PayloadReader reader)
    {
        switch (type)
        {
            case EventFieldType.Boolean32:
                json.Word(reader.Int32() != 0 ? "true" : "false");
                break;
            case EventFieldType.Boolean8:
                json.Word(reader.Byte() != 0 ? "true" : "false");
                break;
            case EventFieldType.Char:
                json.String([(char)reader.UInt16()]);
                break;
            case EventFieldType.Utf8Unit:
                json.Utf8([reader.Byte()]);
                break;
            case EventFieldType.SByte:
                json.Value((sbyte)reader.Byte());
                break;
            case EventFieldType.Byte:
                json.Value(reader.Byte());
                break;
            case EventFieldType.Int16:
                json.Value((short)reader.UInt16());
                break;
            case EventFieldType.UInt16:
                json.Value(reader.UInt16());
                break;
            case EventFieldType.Int32:
                json.Value(reader.Int32());
                break;
            case EventFieldType.UInt32:
                json.Value(reader.UInt32());
                break;
            case EventFieldType.Int64:
                json.Value(reader.Int64());
                break;
            case EventFieldType.UInt64:
                json.Value(reader.UInt64());
                break;
            case EventFieldType.Address:
                json.Value(reader.Pointer());
                break;
            case EventFieldType.VarInt:
                json.Value(reader.VarInt64());
                break;
            case EventFieldType.VarUInt:
                json.Value(reader.VarUInt64());
                break;
            case EventFieldType.Single:
                float single = BitConverter.Int32BitsToSingle(reader.Int32());
                json.Value(single, isQuoted: !float.IsFinite(single));
                break;
            case EventFieldType.Double:
                double number = reader.Double();
                json.Value(number, isQuoted: !double.IsFinite(number));
                break;
            case EventFieldType.Decimal:
                WriteDecimal(json, reader.Bytes(16));
                break;
            case EventFieldType.DateTime:
                WriteTime(json, reader.Int64());
                break;
            case EventFieldType.Port:
                json.Number(BinaryPrimitives.ReverseEndianness(reader.UInt16()));
                break;
            case EventFieldType.Ip4:
                WindowsFields.WriteAddress(json, reader.Bytes(4));
                break;
            case EventFieldType.Ip6:
                WindowsFields.WriteAddress(json, reader.Bytes(16));
                break;
            case EventFieldType.Guid:
                json.Value(reader.Guid(), "D", isQuoted: true);
                break;
            default:
                json.Word("null");
                break;
        }
    }

    // As decimal lies in memory: flags (scale in the third byte, sign in the highest bit), high, low, middle part.
    private static void WriteDecimal(JsonText json, ReadOnlySpan<byte> bytes)
    {
        int flags = BitConverter.ToInt32(bytes);
        int scale = (flags >> 16) & 0xFF;
        if (scale > 28 || (flags & ~0x80FF_0000) != 0)
            json.Hex(bytes);
        else
            json.Value(new decimal(BitConverter.ToInt32(bytes[8..]), BitConverter.ToInt32(bytes[12..]), BitConverter.ToInt32(bytes[4..]), flags < 0, (byte)scale));
    }

    private static void WriteTime(JsonText json, long time)
    {
        const long from1To1601 = 504_911_232_000_000_000;
        if (time is < 0 or > 2_650_467_743_999_999_999)
            json.Value(time);
        else
            json.Value(new DateTime(time + from1To1601, DateTimeKind.Utc), "O", isQuoted: true);
    }
}
