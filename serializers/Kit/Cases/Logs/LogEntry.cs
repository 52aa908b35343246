using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Logs;

/// <summary>A line of the log of a web server.</summary>
[Serializable]
[DataContract]
public partial class LogEntry
{
    [DataMember(Order = 1)]
    public string ClientAddress { get; set; } = "";

    [DataMember(Order = 2)]
    public string Identity { get; set; } = "";

    [DataMember(Order = 3)]
    public string? UserId { get; set; }

    [DataMember(Order = 4)]
    public DateTime Time { get; set; }

    [DataMember(Order = 5)]
    public string Request { get; set; } = "";

    [DataMember(Order = 6)]
    public int Status { get; set; }

    [DataMember(Order = 7)]
    public long SizeBytes { get; set; }

    [DataMember(Order = 8)]
    public string? Referrer { get; set; }

    [DataMember(Order = 9)]
    public string? UserAgent { get; set; }
}
