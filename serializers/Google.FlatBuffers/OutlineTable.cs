using Fathom.Serializers.Kit.Cases.Polylines;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

/// <summary>A point is a structure of two numbers.</summary>
internal sealed class OutlineTable : FlatTable<Outline>
{
    private const int PointSize = 2 * sizeof(double);

    public override int Write(FlatBufferBuilder to, Outline value)
    {
        int name = FlatFields.Begin(to, value.Name), rings = FlatFields.Begin(to, value.Rings, Write);
        to.StartTable(2);
        to.AddOffset(0, name, 0);
        to.AddOffset(1, rings, 0);
        return to.EndTable();
    }

    public override Outline Read(Table from) => new() { Name = from.Text(0)!, Rings = from.Tables(1, ReadRing) };

    public override long Leaves(Table from) => from.Text(0)!.Length + from.Leaves(1, static ring =>
    {
        (int count, int start) = ring.Vector(0);
        long sum = 0;
        for (int at = start; at < start + (count * PointSize); at += sizeof(double))
            sum += (long)ring.bb.GetDouble(at);
        return sum;
    });

    private static int Write(FlatBufferBuilder to, OutlineRing value)
    {
        to.StartVector(PointSize, value.Points.Count, sizeof(double));
        for (int i = value.Points.Count - 1; i >= 0; i--)
        {
            to.Prep(sizeof(double), PointSize);
            to.PutDouble(value.Points[i].Latitude);
            to.PutDouble(value.Points[i].Longitude);
        }

        int points = to.EndVector().Value;
        to.StartTable(1);
        to.AddOffset(0, points, 0);
        return to.EndTable();
    }

    private static OutlineRing ReadRing(Table from)
    {
        (int count, int start) = from.Vector(0);
        List<GeoPoint> points = new(count);
        for (int i = 0; i < count; i++)
            points.Add(new GeoPoint { Longitude = from.bb.GetDouble(start + (i * PointSize)), Latitude = from.bb.GetDouble(start + (i * PointSize) + sizeof(double)) });
        return new OutlineRing { Points = points };
    }
}
