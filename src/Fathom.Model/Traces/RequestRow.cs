using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>An HTTP request that a program answered (ASP.NET Core) or asked (HttpClient).</summary>
[Table("request", "time")]
public readonly partial record struct RequestRow(
    [Column("The process.")] uint ProcessId,
    [Column("The thread that began it; 0 where the trace does not say. Other threads may have continued it.")] uint ThreadId,
    [Column("server (the program answered it) or client (the program sent it).")] TextId Side,
    [Column("Start, since the first time stamp of the trace.")] long StartNs,
    [Column("Time until it was over; absent where the trace does not have the end, or nothing to match it by.")] long? DurationNs,
    [Column("Method, such as GET; absent for clients, which do not report it.", Nullable = true)] TextId Method,
    [Column("Path of a server's; address of a client's, with the query. Absent where the limit for texts of events was reached.", Nullable = true)] TextId Url,
    [Column("Status code of the response; absent for servers, before .NET 8, and where there was none.")] int? Status,
    [Column("Whether it ended with an exception; of a server's, one that no handler of the program caught.")] bool Failed,
    [Column("Message of that exception; absent where it is not reported.", Nullable = true)] TextId Error,
    [Column("Its activity id, which events within it share; absent for none.", Nullable = true)] RawText Activity,
    [Column("Stack of its start; 0 where none was recorded.")] uint StackId,
    [Column(
        "What url is an instance of: each number, GUID or long hexadecimal number between slashes is {…}, and there is no query. "
        + "Absent in recordings of earlier versions.",
        Nullable = true)]
    TextId Route = default,
    [Column("Kestrel's identifier of it, which logs have as RequestId; absent where another event reports the request.", Nullable = true)] RawText RequestId = default,
    [Column("The thread on which it was over; absent where that is not known, and for requests that Kestrel does not report.")] uint? EndThreadId = null);
