namespace Fathom.Serializers.Kit.Cases.Polylines;

/// <summary>The border of a country: doubles with all their digits.</summary>
public sealed class PolylineCase() : SerializerCase<Outline>("polyline", "N points of two doubles with all their digits, in rings of 200")
{
    private const int RingLength = 200;

    /// <inheritdoc/>
    public override Outline Generate(CaseData data)
    {
        Outline outline = new() { Name = data.Text() };
        for (int left = data.Dials.N; left > 0; left -= RingLength)
            outline.Rings.Add(Ring(data, Math.Min(left, RingLength)));
        return outline;
    }

    /// <inheritdoc/>
    public override long Touch(Outline value)
    {
        long sum = value.Name.Length;
        foreach (OutlineRing one in value.Rings)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(OutlineRing value)
    {
        long sum = 0;
        foreach (GeoPoint one in value.Points)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(GeoPoint value) => (long)value.Longitude + (long)value.Latitude;

    private static OutlineRing Ring(CaseData data, int count)
    {
        double longitude = (data.Fraction() * 360) - 180, latitude = (data.Fraction() * 170) - 85;
        List<GeoPoint> points = new(count);
        for (int i = 0; i < count; i++)
        {
            longitude += (data.Fraction() - 0.5) / 16;
            latitude += (data.Fraction() - 0.5) / 16;
            points.Add(new GeoPoint { Longitude = longitude, Latitude = latitude });
        }

        return new OutlineRing { Points = points };
    }
}
