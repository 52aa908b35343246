using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A lookup of a name in the network.</summary>
[Table("dns_lookup", "time")]
public readonly partial record struct DnsLookupRow(
    [Column("The process that asked.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("When it began, since the first time stamp of the trace; when it ended where its begin is not in the trace.")] long StartNs,
    [Column("Time until the answer; absent where the trace does not have begin and end.")] long? DurationNs,
    [Column("Who tells of it: windows (its DNS client) or dotnet (System.Net.NameResolution). A lookup of .NET on Windows is told by both.")]
    TextId Source,
    [Column("The name, or the address whose name is asked for; absent where the limit for texts of events was reached.", Nullable = true)]
    TextId Name,
    [Column("What is asked for, such as A or AAAA; absent where the trace does not tell.", Nullable = true)] TextId QueryType,
    [Column("success, failed, or the name of the code; absent where the end is not in the trace.", Nullable = true)] TextId Status,
    [Column("Whether it failed. That a name has no record of the type is no failure.")] bool Failed,
    [Column("Servers that were asked, with semicolons between them; absent for none: the answer was known, or the trace does not tell.",
        Nullable = true)]
    TextId Servers,
    [Column("Times that a server did not answer; absent where the trace does not tell.")] int? Timeouts,
    [Column("What was found, with semicolons between them; absent for nothing, or where the trace does not tell.", Nullable = true)]
    RawText Answer,
    [Column("Stack of its begin; 0 where none was recorded.")] uint StackId);
