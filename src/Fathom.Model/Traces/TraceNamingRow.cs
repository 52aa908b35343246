using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>How many frames of a kind have names, over all frames of all samples.</summary>
[Table("trace_naming", "time", "trace_id", "kind")]
public readonly partial record struct TraceNamingRow(
    [Column("The trace.")] uint TraceId,
    [Column("kernel, native, managed, managed (not told) for compiled code of processes whose runtime was not recorded and that wrote no map, or unknown where no mapping covers it.")] TextId Kind,
    [Column("Frames in all samples.")] long FrameCount,
    [Column("Those that have a name.")] long NamedCount)
{
    /// <summary>Kind of frames in compiled code of processes whose runtimes nobody asked, and that wrote no map.</summary>
    public const string NotTold = "managed (not told)";
}
