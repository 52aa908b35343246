using Fathom.Model.Tables;

namespace Fathom.Tests.Storage;

/// <summary>A row with every column type, present and absent.</summary>
public readonly record struct WideRow(
    uint Key, bool Flag, int Int32, long Int64, ulong UInt64, double Double, TextId Text, bool? MaybeFlag, int? MaybeInt32, long? MaybeInt64, double? MaybeDouble, TextId MaybeText)
    : IRow<WideRow>
{
    public static TableSchema Schema { get; } = new(
        "wide",
        "test",
        "A row with every column type.",
        [
            new("key", ColumnType.UInt32, "key"),
            new("flag", ColumnType.Boolean, "flag"),
            new("int32", ColumnType.Int32, "int32"),
            new("int64", ColumnType.Int64, "int64"),
            new("uint64", ColumnType.UInt64, "uint64"),
            new("double", ColumnType.Double, "double"),
            new("text", ColumnType.Text, "text"),
            new("maybe_flag", ColumnType.Boolean, "maybe", Nullable: true),
            new("maybe_int32", ColumnType.Int32, "maybe", Nullable: true),
            new("maybe_int64", ColumnType.Int64, "maybe", Nullable: true),
            new("maybe_double", ColumnType.Double, "maybe", Nullable: true),
            new("maybe_text", ColumnType.Text, "maybe", Nullable: true),
        ],
        ["text", "int64", "double", "flag", "int32", "uint64", "key"]);

    public static void Transpose(ReadOnlySpan<WideRow> rows, in ColumnWriter to)
    {
        for (int i = 0; i < rows.Length; i++)
        {
            WideRow row = rows[i];
            to.Column<uint>(0)[i] = row.Key;
            to.Column<bool>(1)[i] = row.Flag;
            to.Column<int>(2)[i] = row.Int32;
            to.Column<long>(3)[i] = row.Int64;
            to.Column<ulong>(4)[i] = row.UInt64;
            to.Column<double>(5)[i] = row.Double;
            to.Column<TextId>(6)[i] = row.Text;
            Put(to, 7, i, row.MaybeFlag);
            Put(to, 8, i, row.MaybeInt32);
            Put(to, 9, i, row.MaybeInt64);
            Put(to, 10, i, row.MaybeDouble);
            to.Column<TextId>(11)[i] = row.MaybeText;
        }
    }

    private static void Put<T>(in ColumnWriter to, int column, int row, T? value)
        where T : unmanaged
    {
        to.Column<T>(column)[row] = value.GetValueOrDefault();
        if (value is null)
            to.SetNull(column, row);
    }
}
