namespace Fathom.Serializers.Kit.Cases.Meshes;

/// <summary>Triangles of objects of three floats: many tiny objects.</summary>
public sealed class MeshCase() : SerializerCase<Mesh>("mesh", "N triangles of four points of three floats, a small object each")
{
    /// <inheritdoc/>
    public override Mesh Generate(CaseData data) => new()
    {
        Triangles = data.Many(data.Dials.N, static (data, _) => new Triangle { V0 = Point(data), V1 = Point(data), V2 = Point(data), Normal = Point(data) }),
    };

    /// <inheritdoc/>
    public override long Touch(Mesh value)
    {
        long sum = 0;
        foreach (Triangle one in value.Triangles)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(Triangle value) =>
        Sum(value.V0) + Sum(value.V1) + Sum(value.V2) + Sum(value.Normal);

    private static long Sum(Vertex value) => (long)value.X + (long)value.Y + (long)value.Z;

    private static Vertex Point(CaseData data) => new() { X = Coordinate(data), Y = Coordinate(data), Z = Coordinate(data) };

    private static float Coordinate(CaseData data) => (float)((data.Fraction() * 2) - 1);
}
