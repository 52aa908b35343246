using Fathom.Serializers.Kit.Cases.Meshes;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class MeshesByHand
{
    public static void Write(BinaryWriter to, Mesh value) => to.WriteList(value.Triangles, Write);

    public static Mesh ReadMesh(BinaryReader from) => new() { Triangles = from.ReadList(ReadTriangle) };

    public static void Write(BinaryWriter to, VectorBlock value) => to.WriteBlock(value.Points);

    public static VectorBlock ReadVectorBlock(BinaryReader from) => new() { Points = from.ReadBlock<Vector3f>() };

    public static void Write(BinaryWriter to, Triangle value)
    {
        Write(to, value.V0);
        Write(to, value.V1);
        Write(to, value.V2);
        Write(to, value.Normal);
    }

    public static Triangle ReadTriangle(BinaryReader from) => new()
    {
        V0 = ReadVertex(from),
        V1 = ReadVertex(from),
        V2 = ReadVertex(from),
        Normal = ReadVertex(from),
    };

    public static void Write(BinaryWriter to, Vertex value)
    {
        to.Write(value.X);
        to.Write(value.Y);
        to.Write(value.Z);
    }

    public static Vertex ReadVertex(BinaryReader from) => new() { X = from.ReadSingle(), Y = from.ReadSingle(), Z = from.ReadSingle() };
}
