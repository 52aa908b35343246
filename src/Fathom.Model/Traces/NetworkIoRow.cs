using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>What went over the network, and what became of connections.</summary>
[Table("network_io", "time")]
public readonly partial record struct NetworkIoRow(
    [Column("When, since the first time stamp of the trace.")] long TsNs,
    [Column("The process whose connection it is; 0 where the trace does not tell.")] uint ProcessId,
    [Column("Number of the connection; for UDP, of the pair of addresses. 0 where the trace does not tell it.")] uint ConnectionId,
    [Column("tcp or udp.")] TextId Protocol,
    [Column("send, receive, retransmit: what was sent is sent again; connect, accept: the connection is there; reconnect: an attempt to "
        + "connect is repeated; disconnect: it is closed; reset: one side breaks it off; fail: it, or an attempt to connect, failed.")]
    TextId Operation,
    [Column("Address of this machine; absent where the trace does not tell.", Nullable = true)] TextId LocalAddress,
    [Column("Port of this machine.")] int? LocalPort,
    [Column("Address of the other side; absent where the trace does not tell.", Nullable = true)] TextId RemoteAddress,
    [Column("Port of the other side.")] int? RemotePort,
    [Column("Bytes, without the heads of packets; absent where none are told.")] long? SizeBytes,
    [Column("Of connect and fail: time since the attempt began; absent where the trace does not tell.")] long? DurationNs,
    [Column("Why it failed; absent where it did not, or the trace does not tell.", Nullable = true)] TextId Error,
    [Column("Stack of the thread that asked; 0 where none was recorded.")] uint StackId);
