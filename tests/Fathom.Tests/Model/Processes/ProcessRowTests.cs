using Fathom.Model.Processes;
using Fathom.Model.Tables;
using Xunit;

namespace Fathom.Tests.Model.Processes;

public sealed unsafe class ProcessRowTests
{
    [Fact]
    public void Every_value_lands_in_its_column_and_unknown_numbers_are_null()
    {
        ProcessRow[] rows =
        [
            new(1, 4711, new(1), new(2), new(3), new(4), new(5), new(6), 100, 200, 300, 9, true, true),
            new(2, 4712, new(7), default, default, default, default, default, null, null, null),
        ];
        int columns = ProcessRow.Schema.Columns.Count;
        long[,] values = new long[columns, 2];
        ulong[] validity = [.. Enumerable.Repeat(ulong.MaxValue, columns)];

        fixed (long* value = values)
        fixed (ulong* words = validity)
        {
            nint[] data = new nint[columns];
            nint[] bits = new nint[columns];
            for (int i = 0; i < columns; i++)
                (data[i], bits[i]) = ((nint)(value + (i * 2)), (nint)(words + i));
            ProcessRow.Transpose(rows, new ColumnWriter(data, bits, rows.Length));
        }

        // Columns 0 to 7 are 32 bits wide: both rows lie in the first of the two longs.
        (uint, uint)[] narrow = [.. Enumerable.Range(0, 8).Select(i => ((uint)values[i, 0], (uint)(values[i, 0] >> 32)))];
        Assert.Equal([(1u, 2u), (4711u, 4712u), (1u, 7u), (2u, 0u), (3u, 0u), (4u, 0u), (5u, 0u), (6u, 0u)], narrow);
        Assert.Equal([100, 200, 300], [values[8, 0], values[9, 0], values[10, 0]]);
        Assert.Equal((9u, 1, 1), ((uint)values[11, 0], (byte)values[12, 0], (byte)values[13, 0]));
        Assert.All(validity[8..], word => Assert.Equal(1ul, word & 3));
        Assert.All(validity[..8], word => Assert.Equal(ulong.MaxValue, word));
    }
}
