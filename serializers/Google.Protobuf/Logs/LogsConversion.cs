using Fathom.Serializers.Kit.Cases.Logs;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Serializers.GoogleProtobuf.Logs;

internal static class LogsConversion
{
    public static LogFileMessage ToMessage(LogFile value)
    {
        LogFileMessage message = new();
        message.Entries.AddAll(value.Entries, ToMessage);
        return message;
    }

    public static LogFile ToValue(LogFileMessage message)
    {
        LogFile value = new();
        value.Entries.AddAll(message.Entries, ToValue);
        return value;
    }

    public static LogEntryMessage ToMessage(LogEntry value)
    {
        LogEntryMessage message = new()
        {
            ClientAddress = value.ClientAddress,
            Identity = value.Identity,
            Time = Timestamp.FromDateTime(value.Time),
            Request = value.Request,
            Status = value.Status,
            SizeBytes = value.SizeBytes,
        };
        if (value.UserId is { } userId)
            message.UserId = userId;
        if (value.Referrer is { } referrer)
            message.Referrer = referrer;
        if (value.UserAgent is { } userAgent)
            message.UserAgent = userAgent;
        return message;
    }

    public static LogEntry ToValue(LogEntryMessage message) => new()
    {
        ClientAddress = message.ClientAddress,
        Identity = message.Identity,
        UserId = message.HasUserId ? message.UserId : null,
        Time = message.Time?.ToDateTime() ?? default,
        Request = message.Request,
        Status = message.Status,
        SizeBytes = message.SizeBytes,
        Referrer = message.HasReferrer ? message.Referrer : null,
        UserAgent = message.HasUserAgent ? message.UserAgent : null,
    };
}
