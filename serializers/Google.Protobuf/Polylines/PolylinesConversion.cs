using Fathom.Serializers.Kit.Cases.Polylines;

namespace Fathom.Serializers.GoogleProtobuf.Polylines;

internal static class PolylinesConversion
{
    public static OutlineMessage ToMessage(Outline value)
    {
        OutlineMessage message = new() { Name = value.Name };
        message.Rings.AddAll(value.Rings, ToMessage);
        return message;
    }

    public static Outline ToValue(OutlineMessage message)
    {
        Outline value = new() { Name = message.Name };
        value.Rings.AddAll(message.Rings, ToValue);
        return value;
    }

    public static GeoPointMessage ToMessage(GeoPoint value) => new() { Longitude = value.Longitude, Latitude = value.Latitude };

    public static GeoPoint ToValue(GeoPointMessage message) => new() { Longitude = message.Longitude, Latitude = message.Latitude };

    public static OutlineRingMessage ToMessage(OutlineRing value)
    {
        OutlineRingMessage message = new();
        message.Points.AddAll(value.Points, ToMessage);
        return message;
    }

    public static OutlineRing ToValue(OutlineRingMessage message)
    {
        OutlineRing value = new();
        value.Points.AddAll(message.Points, ToValue);
        return value;
    }
}
