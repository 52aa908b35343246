namespace Fathom.Serializers.Kit.Cases.Meshes;

/// <summary>
/// An array of structs, which a binary serializer may copy as one block. Serializers that know no structs refuse it or get it wrong: that is the point of
/// the case.
/// </summary>
public sealed class VectorsCase() : SerializerCase<VectorBlock>("vectors", "an array of N structs of three floats, which can be copied as one block")
{
    /// <inheritdoc/>
    public override VectorBlock Generate(CaseData data)
    {
        Vector3f[] points = new Vector3f[data.Dials.N];
        for (int i = 0; i < points.Length; i++)
            points[i] = new Vector3f { X = (float)data.Fraction(), Y = (float)data.Fraction(), Z = (float)data.Fraction() };
        return new VectorBlock { Points = points };
    }

    /// <inheritdoc/>
    public override long Touch(VectorBlock value)
    {
        long sum = 0;
        foreach (Vector3f one in value.Points)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(Vector3f value) => (long)value.X + (long)value.Y + (long)value.Z;
}
