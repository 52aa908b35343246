using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Logs;

/// <summary>Lines of a log.</summary>
[Serializable]
[DataContract]
public partial class LogFile
{
    [DataMember(Order = 1)]
    public List<LogEntry> Entries { get; set; } = [];
}
