using Fathom.Serializers.Kit.Cases.Logs;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class LogsByHand
{
    public static void Write(BinaryWriter to, LogFile value) => to.WriteList(value.Entries, Write);

    public static LogFile ReadLogFile(BinaryReader from) => new() { Entries = from.ReadList(ReadLogEntry) };

    public static void Write(BinaryWriter to, LogEntry value)
    {
        to.Write(value.ClientAddress);
        to.Write(value.Identity);
        to.WriteOptional(value.UserId);
        to.WriteMoment(value.Time);
        to.Write(value.Request);
        to.Write(value.Status);
        to.Write(value.SizeBytes);
        to.WriteOptional(value.Referrer);
        to.WriteOptional(value.UserAgent);
    }

    public static LogEntry ReadLogEntry(BinaryReader from) => new()
    {
        ClientAddress = from.ReadString(),
        Identity = from.ReadString(),
        UserId = from.ReadOptionalString(),
        Time = from.ReadMoment(),
        Request = from.ReadString(),
        Status = from.ReadInt32(),
        SizeBytes = from.ReadInt64(),
        Referrer = from.ReadOptionalString(),
        UserAgent = from.ReadOptionalString(),
    };
}
