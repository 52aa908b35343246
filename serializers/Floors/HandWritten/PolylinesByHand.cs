using Fathom.Serializers.Kit.Cases.Polylines;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class PolylinesByHand
{
    public static void Write(BinaryWriter to, Outline value)
    {
        to.Write(value.Name);
        to.WriteList(value.Rings, Write);
    }

    public static Outline ReadOutline(BinaryReader from) => new() { Name = from.ReadString(), Rings = from.ReadList(ReadOutlineRing) };

    public static void Write(BinaryWriter to, GeoPoint value)
    {
        to.Write(value.Longitude);
        to.Write(value.Latitude);
    }

    public static GeoPoint ReadGeoPoint(BinaryReader from) => new() { Longitude = from.ReadDouble(), Latitude = from.ReadDouble() };

    public static void Write(BinaryWriter to, OutlineRing value) => to.WriteList(value.Points, Write);

    public static OutlineRing ReadOutlineRing(BinaryReader from) => new() { Points = from.ReadList(ReadGeoPoint) };
}
