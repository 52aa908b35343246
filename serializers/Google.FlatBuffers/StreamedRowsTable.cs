using Fathom.Serializers.Kit.Streaming;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

internal sealed class StreamedRowsTable : FlatTable<StreamedRows>
{
    public override int Write(FlatBufferBuilder to, StreamedRows value)
    {
        int rows = FlatFields.Begin(to, value.Rows, Write);
        to.StartTable(1);
        to.AddOffset(0, rows, 0);
        return to.EndTable();
    }

    public override StreamedRows Read(Table from) => new() { Rows = from.Tables(0, static row => new StreamedRow { Id = row.Long(0), Text = row.Text(1)!, Amount = row.Double(2) }) };

    public override long Leaves(Table from) => from.Leaves(0, static row => row.Long(0) + row.Text(1)!.Length + (long)row.Double(2));

    private static int Write(FlatBufferBuilder to, StreamedRow value)
    {
        int text = FlatFields.Begin(to, value.Text);
        to.StartTable(3);
        to.AddLong(0, value.Id, 0);
        to.AddOffset(1, text, 0);
        to.AddDouble(2, value.Amount, 0);
        return to.EndTable();
    }
}
