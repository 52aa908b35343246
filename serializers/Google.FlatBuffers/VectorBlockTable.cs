using System.Runtime.InteropServices;
using Fathom.Serializers.Kit.Cases.Meshes;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

/// <summary>Three numbers a point, all in one vector.</summary>
internal sealed class VectorBlockTable : FlatTable<VectorBlock>
{
    public override int Write(FlatBufferBuilder to, VectorBlock value)
    {
        int points = FlatFields.Begin(to, MemoryMarshal.Cast<Vector3f, float>(value.Points).ToArray(), sizeof(float));
        to.StartTable(1);
        to.AddOffset(0, points, 0);
        return to.EndTable();
    }

    public override VectorBlock Read(Table from) => new() { Points = MemoryMarshal.Cast<float, Vector3f>(from.Block<float>(0)).ToArray() };

    public override long Leaves(Table from)
    {
        (int count, int start) = from.Vector(0);
        long sum = 0;
        for (int i = 0; i < count; i++)
            sum += (long)from.bb.GetFloat(start + (i * sizeof(float)));
        return sum;
    }
}
