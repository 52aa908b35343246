using System.Runtime.InteropServices;

namespace Fathom.Serializers.Floors.HandWritten;

/// <summary>What BinaryReader has no method for; the counterpart of <see cref="WriterFields"/>.</summary>
internal static class ReaderFields
{
    public static string? ReadOptionalString(this BinaryReader from) => from.ReadBoolean() ? from.ReadString() : null;

    public static int? ReadOptionalInt32(this BinaryReader from) => from.ReadBoolean() ? from.ReadInt32() : null;

    public static long? ReadOptionalInt64(this BinaryReader from) => from.ReadBoolean() ? from.ReadInt64() : null;

    public static bool? ReadOptionalBoolean(this BinaryReader from) => from.ReadBoolean() ? from.ReadBoolean() : null;

    public static DateTime ReadMoment(this BinaryReader from) => DateTime.FromBinary(from.ReadInt64());

    public static DateTime? ReadOptionalMoment(this BinaryReader from) => from.ReadBoolean() ? from.ReadMoment() : null;

    public static T? ReadOptional<T>(this BinaryReader from, Func<BinaryReader, T> read)
        where T : class => from.ReadBoolean() ? read(from) : null;

    public static List<T> ReadList<T>(this BinaryReader from, Func<BinaryReader, T> read)
    {
        int count = from.Read7BitEncodedInt();
        List<T> values = new(count);
        for (int i = 0; i < count; i++)
            values.Add(read(from));
        return values;
    }

    public static Dictionary<string, T> ReadMap<T>(this BinaryReader from, Func<BinaryReader, T> read)
    {
        int count = from.Read7BitEncodedInt();
        Dictionary<string, T> values = new(count);
        for (int i = 0; i < count; i++)
            values.Add(from.ReadString(), read(from));
        return values;
    }

    public static List<T> ReadNumbers<T>(this BinaryReader from)
        where T : unmanaged
    {
        int count = from.Read7BitEncodedInt();
        List<T> values = new(count);
        CollectionsMarshal.SetCount(values, count);
        // The reader has nothing of the stream in a buffer of its own.
        from.BaseStream.ReadExactly(MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(values)));
        return values;
    }

    public static T[] ReadBlock<T>(this BinaryReader from)
        where T : unmanaged
    {
        T[] values = new T[from.Read7BitEncodedInt()];
        from.BaseStream.ReadExactly(MemoryMarshal.AsBytes(values.AsSpan()));
        return values;
    }
}
