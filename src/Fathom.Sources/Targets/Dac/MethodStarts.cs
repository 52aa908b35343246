using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Targets.Dac;

/// <summary>Finds the begin of the method at a place in an area of compiled code.</summary>
/// <remarks>
/// <code>
/// starts    4 bytes for each 256 of the area (a unit), of 4 bits for each 32 bytes, the highest bits first:
///           0 = none begins there, n = one begins at 4 * (n - 1) of these 32
///           far form: if the lowest 4 bits are 9 or more, all 256 belong to a method that begins earlier,
///           at: the number without its lowest 4 bits + 4 * (these - 9)
/// </code>
/// <para>Source: "NibbleMap", a document of dotnet/runtime (design/datacontracts), versions 1 and 2.</para>
/// <para>It is memory of the target, which may hold anything: walks are bounded.</para>
/// </remarks>
internal static class MethodStarts
{
    private const int UnitBytes = 256;
    private const int UnitsAtOnce = 64;

    // Code of a method has at most 1 MiB here.
    private const int MostUnits = (1 << 20) / UnitBytes;

    /// <summary>Finds it.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="form">The form of the map.</param>
    /// <param name="starts">The map's address.</param>
    /// <param name="distance">Distance of the place from the begin of the area.</param>
    /// <returns>Distance of the begin; null where none is known.</returns>
    public static ulong? Find(ITargetMemory memory, MethodStartsForm form, ulong starts, ulong distance)
    {
        ulong unit = distance / UnitBytes;
        if (!TryReadUnit(memory, starts, unit, out uint bits))
            return null;
        bool isFar = form == MethodStartsForm.Far;
        if (isFar && IsBefore(bits))
            return Before(bits);
        int place = (int)(distance / 32 % 8), nibble = (int)(bits >> (28 - (4 * place))) & 15;
        if (nibble != 0 && (ulong)(nibble - 1) * 4 <= distance % 32)
            return (distance & ~31UL) + ((ulong)(nibble - 1) * 4);
        if (LastIn(bits, unit, place) is { } start)
            return start;
        if (!isFar)
            return Nearest(memory, starts, unit);
        if (unit == 0 || !TryReadUnit(memory, starts, unit - 1, out bits))
            return null;
        return IsBefore(bits) ? Before(bits) : LastIn(bits, unit - 1, 8);
    }

    private static ulong? Nearest(ITargetMemory memory, ulong starts, ulong unit)
    {
        Span<uint> units = stackalloc uint[UnitsAtOnce];
        for (int looked = 0; looked < MostUnits && unit > 0;)
        {
            int count = (int)Math.Min(unit, UnitsAtOnce);
            Span<uint> some = units[..count];
            ulong first = unit - (ulong)count;
            if (memory.Read(starts + (first * sizeof(uint)), MemoryMarshal.AsBytes(some)) < count * sizeof(uint))
                return null;
            int last = some.LastIndexOfAnyExcept(0u);
            if (last >= 0)
                return LastIn(some[last], first + (ulong)last, 8);
            (unit, looked) = (first, looked + count);
        }

        return null;
    }

    // The last start before a place of the unit.
    private static ulong? LastIn(uint bits, ulong unit, int place)
    {
        for (int earlier = place - 1; earlier >= 0; earlier--)
        {
            if (((bits >> (28 - (4 * earlier))) & 15) is > 0 and var nibble)
                return (unit * UnitBytes) + ((ulong)earlier * 32) + ((nibble - 1) * 4);
        }

        return null;
    }

    private static bool IsBefore(uint bits) => (bits & 15) > 8;

    private static ulong Before(uint bits) => (bits & ~15u) + (((bits & 15) - 9) * 4);

    private static bool TryReadUnit(ITargetMemory memory, ulong starts, ulong unit, out uint bits)
    {
        bits = 0;
        return memory.Read(starts + (unit * sizeof(uint)), MemoryMarshal.AsBytes(new Span<uint>(ref bits))) == sizeof(uint);
    }
}
