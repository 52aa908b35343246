using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>An HTTP request that a program answered (ASP.NET Core) or asked (HttpClient).</summary>
[Table("request", "time")]
public readonly partial record struct RequestRow(
    [Column("The process.")] uint ProcessId,
    [Column("The thread that began it; 0 where the trace does not tell. Others may have gone on with it.")] uint ThreadId,
    [Column("server (it was answered) or client (it was asked).")] TextId Side,
    [Column("Begin, since the first time stamp of the trace.")] long StartNs,
    [Column("Time until it was over; absent where the trace does not have the end, or no activities that tell which it is.")] long? DurationNs,
    [Column("Method, such as GET; absent for clients, which do not tell.", Nullable = true)] TextId Method,
    [Column("Path of a server's; address of a client's, with the query. Absent where all events together have more text than is kept.", Nullable = true)] TextId Url,
    [Column("Status of the answer; absent for servers, before .NET 8, and where there was none.")] int? Status,
    [Column("Whether it ended with an exception.")] bool Failed,
    [Column("Message of that exception; absent where it is not told.", Nullable = true)] TextId Error,
    [Column("Its activity, which events within it share; absent for none.", Nullable = true)] RawText Activity,
    [Column("Stack of its begin; 0 where none was recorded.")] uint StackId);
