using Fathom.Serializers.Kit.Cases.Polylines;

namespace Fathom.Serializers.GoogleProtobuf.Polylines;

internal static class PolylinesConversion
{
    public static OutlineMessage ToMessage(Outline value)
    {
        OutlineMessage message = new() { Name = value.Name };
        message.Rings.Capacity = value.Rings.Count;
        foreach (OutlineRing one in value.Rings)
            message.Rings.Add(ToMessage(one));
        return message;
    }

    public static Outline ToValue(OutlineMessage message)
    {
        Outline value = new() { Name = message.Name };
        value.Rings.Capacity = message.Rings.Count;
        foreach (OutlineRingMessage one in message.Rings)
            value.Rings.Add(ToValue(one));
        return value;
    }

    public static GeoPointMessage ToMessage(GeoPoint value) => new() { Longitude = value.Longitude, Latitude = value.Latitude };

    public static GeoPoint ToValue(GeoPointMessage message) => new() { Longitude = message.Longitude, Latitude = message.Latitude };

    public static OutlineRingMessage ToMessage(OutlineRing value)
    {
        OutlineRingMessage message = new();
        message.Points.Capacity = value.Points.Count;
        foreach (GeoPoint one in value.Points)
            message.Points.Add(ToMessage(one));
        return message;
    }

    public static OutlineRing ToValue(OutlineRingMessage message)
    {
        OutlineRing value = new();
        value.Points.Capacity = message.Points.Count;
        foreach (GeoPointMessage one in message.Points)
            value.Points.Add(ToValue(one));
        return value;
    }
}
