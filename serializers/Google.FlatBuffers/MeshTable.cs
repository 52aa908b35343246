using Fathom.Serializers.Kit.Cases.Meshes;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

/// <summary>A triangle is a structure of twelve numbers, without a table of members.</summary>
internal sealed class MeshTable : FlatTable<Mesh>
{
    private const int VertexSize = 3 * sizeof(float);
    private const int TriangleSize = 4 * VertexSize;

    public override int Write(FlatBufferBuilder to, Mesh value)
    {
        to.StartVector(TriangleSize, value.Triangles.Count, sizeof(float));
        for (int i = value.Triangles.Count - 1; i >= 0; i--)
            Put(to, value.Triangles[i]);
        int triangles = to.EndVector().Value;
        to.StartTable(1);
        to.AddOffset(0, triangles, 0);
        return to.EndTable();
    }

    public override Mesh Read(Table from)
    {
        (int count, int start) = from.Vector(0);
        List<Triangle> all = new(count);
        for (int i = 0; i < count; i++)
        {
            int at = start + (i * TriangleSize);
            all.Add(new Triangle
            {
                V0 = ReadVertex(from.bb, at),
                V1 = ReadVertex(from.bb, at + VertexSize),
                V2 = ReadVertex(from.bb, at + (2 * VertexSize)),
                Normal = ReadVertex(from.bb, at + (3 * VertexSize)),
            });
        }

        return new Mesh { Triangles = all };
    }

    public override long Leaves(Table from)
    {
        (int count, int start) = from.Vector(0);
        long sum = 0;
        for (int at = start; at < start + (count * TriangleSize); at += sizeof(float))
            sum += (long)from.bb.GetFloat(at);
        return sum;
    }

    private static void Put(FlatBufferBuilder to, Triangle value)
    {
        to.Prep(sizeof(float), TriangleSize);
        Put(to, value.Normal);
        Put(to, value.V2);
        Put(to, value.V1);
        Put(to, value.V0);
    }

    private static void Put(FlatBufferBuilder to, Vertex value)
    {
        to.PutFloat(value.Z);
        to.PutFloat(value.Y);
        to.PutFloat(value.X);
    }

    private static Vertex ReadVertex(ByteBuffer from, int at) => new() { X = from.GetFloat(at), Y = from.GetFloat(at + sizeof(float)), Z = from.GetFloat(at + (2 * sizeof(float))) };
}
