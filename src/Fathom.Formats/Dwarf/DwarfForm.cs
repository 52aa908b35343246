namespace Fathom.Formats.Dwarf;

/// <summary>Reads values in the forms that descriptions name.</summary>
/// <remarks>
/// <code>
/// texts      0x08 in place, 0x0e offset in .debug_str, 0x1f in .debug_line_str; not read are 0x1a and 0x25 to 0x28 by number,
///            and 0x1d and 0x1f21 in another file
/// numbers    0x0b, 5, 6, 7, 0x1e of 1, 2, 4, 8, 16 bytes, 0x0d and 0x0f LEB128, 0x17 offset, 0x0c flag of 1 byte;
///            0x19 flag and 0x21 number without bytes
/// bytes      0x0a, 3, 4 with their number in 1, 2, 4 bytes before them, 9 and 0x18 in LEB128
/// others     addresses and references, which are passed over; 0x16 has the form before the value
/// </code>
/// <para>Source: "DWARF Debugging Information Format", version 5, section 7.5.6.</para>
/// </remarks>
/// <param name="names">.debug_line_str.</param>
/// <param name="texts">.debug_str.</param>
internal sealed class DwarfForm(byte[] names, byte[] texts)
{
    /// <summary>The form of values that are in the description.</summary>
    public const ulong InDescription = 0x21;

    private const ulong Indirect = 0x16;
    private const int MaxText = 4_096;

    /// <summary>Reads a value.</summary>
    /// <param name="cursor">Where it is; behind it afterwards.</param>
    /// <param name="form">Its form.</param>
    /// <param name="unit">What the forms of the unit depend on.</param>
    /// <param name="text">The text; empty where it is none, or cannot be read.</param>
    /// <param name="number">The number or offset; 0 where it is none.</param>
    /// <returns>False where the form is not known, for then nothing behind it can be read.</returns>
    public bool TryRead(scoped ref DwarfCursor cursor, ulong form, UnitForm unit, out ReadOnlySpan<byte> text, out ulong number)
    {
        text = [];
        number = 0;
        if (form == Indirect)
            form = cursor.Unsigned();
        switch (form)
        {
            case 0x08:
                text = cursor.Text();
                break;
            case 0x1f:
                text = TextAt(names, cursor.Offset(unit.Is64Bit));
                break;
            case 0x0e:
                text = TextAt(texts, cursor.Offset(unit.Is64Bit));
                break;
            case 0x17 or 0x1d or 0x1f20 or 0x1f21:
                number = cursor.Offset(unit.Is64Bit);
                break;
            case 0x0f or 0x0d or 0x15 or 0x1a or 0x1b or 0x22 or 0x23 or 0x1f01 or 0x1f02:
                number = cursor.Unsigned();
                break;
            case 0x0b or 0x0c or 0x11 or 0x25 or 0x29:
                number = cursor.Byte();
                break;
            case 0x05 or 0x12 or 0x26 or 0x2a:
                number = cursor.UInt16();
                break;
            case 0x06 or 0x13 or 0x1c or 0x28 or 0x2c:
                number = cursor.UInt32();
                break;
            case 0x07 or 0x14 or 0x20 or 0x24:
                number = cursor.UInt64();
                break;
            case 0x01 or 0x10:
                // A reference had the size of an address in version 2.
                cursor.Take(form == 0x01 || unit.Version == 2 ? (ulong)unit.AddressBytes : unit.Is64Bit ? 8u : 4u);
                break;
            case 0x27 or 0x2b:
                cursor.Take(3);
                break;
            case 0x1e:
                cursor.Take(16);
                break;
            case 0x0a:
                cursor.Take(cursor.Byte());
                break;
            case 0x03:
                cursor.Take(cursor.UInt16());
                break;
            case 0x04:
                cursor.Take(cursor.UInt32());
                break;
            case 0x09 or 0x18:
                cursor.Take(cursor.Unsigned());
                break;
            case 0x19 or InDescription:
                break;
            default:
                return false;
        }

        return true;
    }

    private static ReadOnlySpan<byte> TextAt(byte[] section, ulong offset)
    {
        if (offset >= (ulong)section.Length)
            return [];
        ReadOnlySpan<byte> rest = section.AsSpan((int)offset);
        int length = rest[..Math.Min(rest.Length, MaxText)].IndexOf((byte)0);
        return length < 0 ? [] : rest[..length];
    }
}
