using Fathom.Serializers.Kit.Cases.Northwind;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

internal sealed class RegionTable : FlatTable<RegionDto>
{
    public override int Write(FlatBufferBuilder to, RegionDto value)
    {
        int description = FlatFields.Begin(to, value.RegionDescription);
        to.StartTable(2);
        to.AddInt(0, value.Id, 0);
        to.AddOffset(1, description, 0);
        return to.EndTable();
    }

    public override RegionDto Read(Table from) => new() { Id = from.Int(0), RegionDescription = from.Text(1)! };

    public override long Leaves(Table from) => from.Int(0) + from.Text(1)!.Length;
}
