using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>An HTTP request that has begun and not ended.</summary>
[Table("heap_request", "heap", "snapshot_id")]
public readonly partial record struct HeapRequestRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("incoming: ASP.NET Core answers it; outgoing: HttpClient sends it; not_known.")] TextId Kind,
    [Column("Method of HTTP; absent where that is not known.", Nullable = true)] TextId Method,
    [Column("Path of an incoming request, address of an outgoing one without user and query; at most 200 characters; absent where that is not known.",
        Nullable = true)]
    TextId Target,
    [Column("Requests.")] long Count,
    [Column("How far it has come. app: the program answers; responding: the response has begun; connected: on a connection of HTTP/1.1; "
        + "no_http1_connection: waits for one, a handler has it, or HTTP/2 or 3 sends it; absent where that is not known.",
        Nullable = true)]
    TextId State,
    [Column("How long ago it began; absent where the program keeps no time stamp, and in a dump, which has no clock.")] long? AgeNs);
