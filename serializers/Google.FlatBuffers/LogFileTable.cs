using Fathom.Serializers.Kit.Cases.Logs;
using Google.FlatBuffers;

namespace Fathom.Serializers.GoogleFlatBuffers;

internal sealed class LogFileTable : FlatTable<LogFile>
{
    public override int Write(FlatBufferBuilder to, LogFile value)
    {
        int entries = FlatFields.Begin(to, value.Entries, Write);
        to.StartTable(1);
        to.AddOffset(0, entries, 0);
        return to.EndTable();
    }

    public override LogFile Read(Table from) => new() { Entries = from.Tables(0, ReadEntry) };

    public override long Leaves(Table from) => from.Leaves(
        0,
        static one => Length(one, 0) + Length(one, 1) + Length(one, 2) + one.Long(3) + Length(one, 4) + one.Int(5) + one.Long(6) + Length(one, 7)
            + Length(one, 8));

    private static int Length(Table from, int member) => from.Text(member)?.Length ?? 0;

    private static int Write(FlatBufferBuilder to, LogEntry value)
    {
        int client = FlatFields.Begin(to, value.ClientAddress), identity = FlatFields.Begin(to, value.Identity), user = FlatFields.Begin(to, value.UserId);
        int request = FlatFields.Begin(to, value.Request), referrer = FlatFields.Begin(to, value.Referrer), agent = FlatFields.Begin(to, value.UserAgent);
        to.StartTable(9);
        to.AddOffset(0, client, 0);
        to.AddOffset(1, identity, 0);
        to.AddOffset(2, user, 0);
        to.AddLong(3, value.Time.ToBinary(), 0);
        to.AddOffset(4, request, 0);
        to.AddInt(5, value.Status, 0);
        to.AddLong(6, value.SizeBytes, 0);
        to.AddOffset(7, referrer, 0);
        to.AddOffset(8, agent, 0);
        return to.EndTable();
    }

    private static LogEntry ReadEntry(Table from) => new()
    {
        ClientAddress = from.Text(0)!,
        Identity = from.Text(1)!,
        UserId = from.Text(2),
        Time = DateTime.FromBinary(from.Long(3)),
        Request = from.Text(4)!,
        Status = from.Int(5),
        SizeBytes = from.Long(6),
        Referrer = from.Text(7),
        UserAgent = from.Text(8),
    };
}
