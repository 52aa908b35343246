using System.Globalization;
using System.Runtime.InteropServices;

namespace Fathom.Sources.Heap.Objects;

/// <summary>Structs of the base library that are one value to a reader: their text from their bytes.</summary>
internal static class KnownStructs
{
    // The highest two bits of a DateTime are its kind.
    private const long TicksMask = 0x3fff_ffff_ffff_ffff;

    /// <summary>Bytes that <see cref="TryText"/> needs; 0 for other types.</summary>
    public static int SizeOf(string? type) => type switch
    {
        "System.DateTime" or "System.TimeSpan" or "System.TimeOnly" or "System.IntPtr" or "System.UIntPtr" => 8,
        "System.DateOnly" => 4,
        "System.Decimal" or "System.Guid" or "System.Int128" or "System.UInt128" => 16,
        "System.Half" => 2,
        _ => 0,
    };

    /// <summary>Whether a type is shown as one value, without its fields.</summary>
    public static bool IsOneValue(string? type) => SizeOf(type) > 0 || type == "System.DateTimeOffset";

    /// <summary>The value as text; null where the bytes are no value of the type.</summary>
    /// <param name="type">Name of the type.</param>
    /// <param name="bytes">As many as <see cref="SizeOf"/> says.</param>
    public static string? TryText(string type, ReadOnlySpan<byte> bytes) => type switch
    {
        "System.DateTime" => Date(Int64(bytes))?.ToString("O", CultureInfo.InvariantCulture),
        "System.TimeSpan" => new TimeSpan(Int64(bytes)).ToString("c", CultureInfo.InvariantCulture),
        "System.TimeOnly" => (ulong)Int64(bytes) < (ulong)TimeSpan.TicksPerDay ? new TimeOnly(Int64(bytes)).ToString("O", CultureInfo.InvariantCulture) : null,
        "System.DateOnly" => Day(MemoryMarshal.Read<int>(bytes)),
        "System.IntPtr" or "System.UIntPtr" => $"0x{Int64(bytes):x}",
        "System.Decimal" => Decimal(bytes),
        "System.Guid" => MemoryMarshal.Read<Guid>(bytes).ToString(),
        "System.Int128" => MemoryMarshal.Read<Int128>(bytes).ToString(CultureInfo.InvariantCulture),
        "System.UInt128" => MemoryMarshal.Read<UInt128>(bytes).ToString(CultureInfo.InvariantCulture),
        "System.Half" => MemoryMarshal.Read<Half>(bytes).ToString(CultureInfo.InvariantCulture),
        _ => null,
    };

    /// <summary>The text of a DateTimeOffset; null for values that are none.</summary>
    /// <param name="dateData">Its time in UTC.</param>
    /// <param name="minutes">Its offset.</param>
    public static string? OffsetText(long dateData, int minutes)
    {
        if (Math.Abs((long)minutes) > 14 * 60 || Date(dateData) is not { } utc)
            return null;
        long local = utc.Ticks + (minutes * TimeSpan.TicksPerMinute);
        return local < 0 || local > DateTime.MaxValue.Ticks
            ? null
            : new DateTimeOffset(new DateTime(local, DateTimeKind.Unspecified), TimeSpan.FromMinutes(minutes)).ToString("O", CultureInfo.InvariantCulture);
    }

    private static long Int64(ReadOnlySpan<byte> bytes) => MemoryMarshal.Read<long>(bytes);

    private static DateTime? Date(long data)
    {
        long ticks = data & TicksMask;
        if (ticks > DateTime.MaxValue.Ticks)
            return null;
        DateTimeKind kind = (DateTimeKind)Math.Min((int)((ulong)data >> 62), (int)DateTimeKind.Local);

        // Local times are those of the target's machine: written without an offset, which is not known here.
        return new DateTime(ticks, kind == DateTimeKind.Utc ? DateTimeKind.Utc : DateTimeKind.Unspecified);
    }

    private static string? Day(int number) =>
        number >= 0 && number <= DateOnly.MaxValue.DayNumber ? DateOnly.FromDayNumber(number).ToString("O", CultureInfo.InvariantCulture) : null;

    // flags, high, low and middle part, 4 bytes each.
    private static string? Decimal(ReadOnlySpan<byte> bytes)
    {
        ReadOnlySpan<int> parts = MemoryMarshal.Cast<byte, int>(bytes);
        int flags = parts[0];
        if ((flags & ~unchecked((int)0x80ff_0000)) != 0 || (flags >> 16 & 0xff) > 28)
            return null;
        return new decimal([parts[2], parts[3], parts[1], flags]).ToString(CultureInfo.InvariantCulture);
    }
}
