using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Objects;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Objects;

/// <summary>Structs of the base library as text: this process's own values, bit for bit, are the judge.</summary>
public sealed class KnownStructsTests
{
    [Fact]
    public void Values_of_this_runtime_are_read_as_they_are() => Prop.ForAll<int>(static seed =>
    {
        Random random = new(seed);
        DateTime date = new(random.NextInt64(DateTime.MaxValue.Ticks), DateTimeKind.Utc);
        Same(date, date.ToString("O", CultureInfo.InvariantCulture));
        TimeSpan time = new(random.NextInt64(long.MinValue, long.MaxValue));
        Same(time, time.ToString("c", CultureInfo.InvariantCulture));
        decimal number = new(random.Next(), random.Next(), random.Next(), random.Next(2) == 0, (byte)random.Next(29));
        Same(number, number.ToString(CultureInfo.InvariantCulture));
        Guid guid = Guid.NewGuid();
        Same(guid, guid.ToString());
        DateOnly day = DateOnly.FromDateTime(date);
        Same(day, day.ToString("O", CultureInfo.InvariantCulture));
        TimeOnly clock = TimeOnly.FromDateTime(date);
        Same(clock, clock.ToString("O", CultureInfo.InvariantCulture));
        Int128 large = new((ulong)random.NextInt64(long.MinValue, long.MaxValue), (ulong)random.NextInt64());
        Same(large, large.ToString(CultureInfo.InvariantCulture));
        Half small = (Half)random.NextSingle();
        Same(small, small.ToString(CultureInfo.InvariantCulture));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Any_bytes_give_a_text_or_none() => Prop.ForAll<int>(static seed =>
    {
        Random random = new(seed);
        byte[] bytes = new byte[16];
        random.NextBytes(bytes);
        foreach (string name in (string[])["DateTime", "TimeSpan", "TimeOnly", "DateOnly", "Decimal", "Guid", "Int128", "UInt128", "Half", "IntPtr"])
            _ = KnownStructs.TryText("System." + name, bytes.AsSpan(0, KnownStructs.SizeOf("System." + name)));
        _ = KnownStructs.OffsetText(random.NextInt64(long.MinValue, long.MaxValue), random.Next(int.MinValue, int.MaxValue));
    }).QuickCheckThrowOnFailure();

    private static void Same<T>(T value, string text)
        where T : unmanaged
    {
        string type = "System." + typeof(T).Name;
        Assert.Equal(KnownStructs.SizeOf(type), System.Runtime.CompilerServices.Unsafe.SizeOf<T>());
        Assert.Equal((type, text), (type, KnownStructs.TryText(type, MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value)))));
    }
}
