using Fathom.Serializers.Kit.Versions.V2;

namespace Fathom.Serializers.GoogleProtobuf.VersionsV2;

internal static class VersionsV2Conversion
{
    public static AccountMessage ToMessage(Account value)
    {
        AccountMessage message = new() { Id = value.Id };
        if (value.Name is { } name)
            message.Name = name;
        if (value.Note is { } note)
            message.Note = note;
        return message;
    }

    public static Account ToValue(AccountMessage message) => new()
    {
        Id = message.Id,
        Name = message.HasName ? message.Name : null,
        Note = message.HasNote ? message.Note : null,
    };

    public static AlarmMessage ToMessage(Alarm value)
    {
        AlarmMessage message = new() { Level = (LevelCode)value.Level };
        if (value.Name is { } name)
            message.Name = name;
        return message;
    }

    public static Alarm ToValue(AlarmMessage message) => new() { Level = (Level)message.Level, Name = message.HasName ? message.Name : null };

    public static CounterMessage ToMessage(Counter value)
    {
        CounterMessage message = new() { Count = value.Count };
        if (value.Name is { } name)
            message.Name = name;
        return message;
    }

    public static Counter ToValue(CounterMessage message) => new() { Count = message.Count, Name = message.HasName ? message.Name : null };

    public static ExamMessage ToMessage(Exam value)
    {
        ExamMessage message = new() { Grade = (GradeCode)value.Grade };
        if (value.Name is { } name)
            message.Name = name;
        return message;
    }

    public static Exam ToValue(ExamMessage message) => new() { Grade = (Grade)message.Grade, Name = message.HasName ? message.Name : null };

    public static LegMessage ToMessage(Leg value)
    {
        LegMessage message = new();
        if (value.To is { } to)
            message.To = to;
        if (value.From is { } from)
            message.From = from;
        return message;
    }

    public static Leg ToValue(LegMessage message) => new()
    {
        To = message.HasTo ? message.To : null,
        From = message.HasFrom ? message.From : null,
    };

    public static ParcelMessage ToMessage(Parcel value)
    {
        ParcelMessage message = new() { Id = value.Id };
        if (value.Name is { } name)
            message.Name = name;
        return message;
    }

    public static Parcel ToValue(ParcelMessage message) => new() { Id = message.Id, Name = message.HasName ? message.Name : null };

    public static PersonMessage ToMessage(Person value)
    {
        PersonMessage message = new() { Id = value.Id };
        if (value.FullName is { } fullName)
            message.FullName = fullName;
        return message;
    }

    public static Person ToValue(PersonMessage message) => new() { Id = message.Id, FullName = message.HasFullName ? message.FullName : null };

    public static ReadingMessage ToMessage(Reading value)
    {
        ReadingMessage message = new();
        if (value.Value is { } given)
            message.Value = given;
        if (value.Name is { } name)
            message.Name = name;
        return message;
    }

    public static Reading ToValue(ReadingMessage message) => new()
    {
        Value = message.HasValue ? message.Value : null,
        Name = message.HasName ? message.Name : null,
    };

    public static RouteMessage ToMessage(Route value)
    {
        RouteMessage message = new();
        if (value.To is { } to)
            message.To = to;
        if (value.From is { } from)
            message.From = from;
        return message;
    }

    public static Route ToValue(RouteMessage message) => new()
    {
        To = message.HasTo ? message.To : null,
        From = message.HasFrom ? message.From : null,
    };

    public static VesselMessage ToMessage(Vessel value)
    {
        VesselMessage message = new() { Masts = value.Masts };
        if (value.Name is { } name)
            message.Name = name;
        return message;
    }

    public static Vessel ToValue(VesselMessage message) => new() { Masts = message.Masts, Name = message.HasName ? message.Name : null };
}
