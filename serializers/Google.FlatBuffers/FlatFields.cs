using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

/// <summary>The members of tables by their number in the schema, as generated code writes and reads them.</summary>
internal static class FlatFields
{
    // A vector of tables holds offsets of four bytes.
    private const int OffsetSize = 4;

    public static Table Root(byte[] data)
    {
        ByteBuffer buffer = new(data);
        return new Table(buffer.GetInt(buffer.Position) + buffer.Position, buffer);
    }

    public static int Begin<T>(FlatBufferBuilder to, List<T> all, Func<FlatBufferBuilder, T, int> write)
    {
        int[] tables = new int[all.Count];
        for (int i = 0; i < tables.Length; i++)
            tables[i] = write(to, all[i]);
        to.StartVector(OffsetSize, tables.Length, OffsetSize);
        for (int i = tables.Length - 1; i >= 0; i--)
            to.AddOffset(tables[i]);
        return to.EndVector().Value;
    }

    public static int Begin(FlatBufferBuilder to, string? text) => text is null ? 0 : to.CreateString(text).Value;

    /// <summary>A vector of numbers, copied as a block.</summary>
    public static int Begin<T>(FlatBufferBuilder to, T[] all, int size)
        where T : struct
    {
        to.StartVector(size, all.Length, size);
        to.Add(all);
        return to.EndVector().Value;
    }

    public static string? Text(this Table from, int member) => At(from, member) is > 0 and var at ? from.__string(at + from.bb_pos) : null;

    public static int Int(this Table from, int member) => At(from, member) is > 0 and var at ? from.bb.GetInt(at + from.bb_pos) : 0;

    public static long Long(this Table from, int member) => At(from, member) is > 0 and var at ? from.bb.GetLong(at + from.bb_pos) : 0;

    public static double Double(this Table from, int member) => At(from, member) is > 0 and var at ? from.bb.GetDouble(at + from.bb_pos) : 0;

    public static bool Bool(this Table from, int member) => At(from, member) is > 0 and var at && from.bb.Get(at + from.bb_pos) != 0;

    /// <summary>How many elements a vector has, and where they begin.</summary>
    public static (int Length, int Start) Vector(this Table from, int member) => At(from, member) is > 0 and var at ? (from.__vector_len(at), from.__vector(at)) : (0, 0);

    public static T[] Block<T>(this Table from, int member)
        where T : struct => from.__vector_as_array<T>(Slot(member)) ?? [];

    public static List<T> Tables<T>(this Table from, int member, Func<Table, T> read)
    {
        (int length, int start) = from.Vector(member);
        List<T> all = new(length);
        for (int i = 0; i < length; i++)
            all.Add(read(Element(from, start, i)));
        return all;
    }

    public static long Leaves(this Table from, int member, Func<Table, long> read)
    {
        (int length, int start) = from.Vector(member);
        long sum = 0;
        for (int i = 0; i < length; i++)
            sum += read(Element(from, start, i));
        return sum;
    }

    private static Table Element(Table from, int start, int at) => new(from.__indirect(start + (at * OffsetSize)), from.bb);

    private static int At(Table from, int member) => from.__offset(Slot(member));

    // Two sizes stand before the members in a table of members, two bytes each.
    private static int Slot(int member) => 4 + (2 * member);
}
