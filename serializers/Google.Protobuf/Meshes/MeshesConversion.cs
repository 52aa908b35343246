using Fathom.Serializers.Kit.Cases.Meshes;

namespace Fathom.Serializers.GoogleProtobuf.Meshes;

internal static class MeshesConversion
{
    public static MeshMessage ToMessage(Mesh value)
    {
        MeshMessage message = new();
        message.Triangles.AddAll(value.Triangles, ToMessage);
        return message;
    }

    public static Mesh ToValue(MeshMessage message)
    {
        Mesh value = new();
        value.Triangles.AddAll(message.Triangles, ToValue);
        return value;
    }

    public static VectorBlockMessage ToMessage(VectorBlock value)
    {
        VectorBlockMessage message = new();
        message.Points.Capacity = value.Points.Length;
        foreach (Vector3f one in value.Points)
            message.Points.Add(ToMessage(one));
        return message;
    }

    public static VectorBlock ToValue(VectorBlockMessage message)
    {
        VectorBlock value = new();
        value.Points = new Vector3f[message.Points.Count];
        for (int i = 0; i < value.Points.Length; i++)
            value.Points[i] = ToValue(message.Points[i]);
        return value;
    }

    public static TriangleMessage ToMessage(Triangle value) => new()
    {
        V0 = value.V0 is { } v0 ? ToMessage(v0) : null,
        V1 = value.V1 is { } v1 ? ToMessage(v1) : null,
        V2 = value.V2 is { } v2 ? ToMessage(v2) : null,
        Normal = value.Normal is { } normal ? ToMessage(normal) : null,
    };

    public static Triangle ToValue(TriangleMessage message) => new()
    {
        V0 = message.V0 is { } v0 ? ToValue(v0) : null!,
        V1 = message.V1 is { } v1 ? ToValue(v1) : null!,
        V2 = message.V2 is { } v2 ? ToValue(v2) : null!,
        Normal = message.Normal is { } normal ? ToValue(normal) : null!,
    };

    public static Vector3fMessage ToMessage(Vector3f value) => new() { X = value.X, Y = value.Y, Z = value.Z };

    public static Vector3f ToValue(Vector3fMessage message) => new() { X = message.X, Y = message.Y, Z = message.Z };

    public static VertexMessage ToMessage(Vertex value) => new() { X = value.X, Y = value.Y, Z = value.Z };

    public static Vertex ToValue(VertexMessage message) => new() { X = message.X, Y = message.Y, Z = message.Z };
}
