using System.Runtime.InteropServices;

namespace Fathom.Serializers.Floors.HandWritten;

/// <summary>What BinaryWriter has no method for: members that may be null, lists, maps, blocks of numbers.</summary>
internal static class WriterFields
{
    public static void WriteOptional(this BinaryWriter to, string? value)
    {
        to.Write(value is not null);
        if (value is not null)
            to.Write(value);
    }

    public static void WriteOptional(this BinaryWriter to, int? value)
    {
        to.Write(value.HasValue);
        if (value.HasValue)
            to.Write(value.Value);
    }

    public static void WriteOptional(this BinaryWriter to, long? value)
    {
        to.Write(value.HasValue);
        if (value.HasValue)
            to.Write(value.Value);
    }

    public static void WriteOptional(this BinaryWriter to, bool? value)
    {
        to.Write(value.HasValue);
        if (value.HasValue)
            to.Write(value.Value);
    }

    // With its kind.
    public static void WriteMoment(this BinaryWriter to, DateTime value) => to.Write(value.ToBinary());

    public static void WriteOptionalMoment(this BinaryWriter to, DateTime? value) => to.WriteOptional(value?.ToBinary());

    public static void WriteOptional<T>(this BinaryWriter to, T? value, Action<BinaryWriter, T> write)
        where T : class
    {
        to.Write(value is not null);
        if (value is not null)
            write(to, value);
    }

    public static void WriteList<T>(this BinaryWriter to, List<T> values, Action<BinaryWriter, T> write)
    {
        to.Write7BitEncodedInt(values.Count);
        foreach (T one in values)
            write(to, one);
    }

    public static void WriteMap<T>(this BinaryWriter to, Dictionary<string, T> values, Action<BinaryWriter, T> write)
    {
        to.Write7BitEncodedInt(values.Count);
        foreach ((string key, T one) in values)
        {
            to.Write(key);
            write(to, one);
        }
    }

    public static void WriteNumbers<T>(this BinaryWriter to, List<T> values)
        where T : unmanaged
    {
        to.Write7BitEncodedInt(values.Count);
        to.Write(MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(values)));
    }

    public static void WriteBlock<T>(this BinaryWriter to, T[] values)
        where T : unmanaged
    {
        to.Write7BitEncodedInt(values.Length);
        to.Write(MemoryMarshal.AsBytes(values.AsSpan()));
    }
}
