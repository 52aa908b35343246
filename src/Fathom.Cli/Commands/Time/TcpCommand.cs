using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom tcp TRACE</c>.</summary>
internal sealed class TcpCommand : GroupedViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "What went over the network: bytes, what was sent again, what failed.";

    private static readonly RowGroups s_groups = new(
        "what went over the network",
        "A row for each remote address, the default, port, process, or own method that asked.",
        "Lists each connection, the one with most bytes first.",
        "time/tcp-each",
        ("remote", "time/tcp"), ("port", "time/tcp-ports"), ("process", "time/tcp-processes"), ("method", "time/tcp-methods"));

    public TcpCommand()
        : base(TraceVerbs.Tcp, Summary, s_groups)
    {
        AddComparisons(By);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom tcp trace.etl", "what each process sent and received, and what went wrong"),
        new("fathom tcp trace.etl --each --where remote=*:443", "single connections, with begin and end"),
        new("fathom tcp trace.etl --sort retransmits", "where packets got lost"),
        new("fathom tcp trace.etl --where protocol=tcp --fail-if retransmit_percent=1..", "fails in a script if more than that was sent again"),
    ];

    public override string Remarks => "Bytes are those of programs, without the heads of packets. A send may be several packets, so that "
        + "retransmit_percent is that of sends, at most. port is the smaller of both ports of a connection: that of the service, as a rule. "
        + "A connection that was there before the recording has no begin_ns, one that was there after it no end_ns. UDP has no connections: "
        + "of it each pair of addresses is one. All processes of the machine have rows.";

    protected override string Content => "TCP and UDP";

    protected override IEnumerable<string> Findings(AskedSubjects asked, Inquiry inquiry) =>
        new NetworkTrouble(inquiry.Session, 0, inquiry.Stop).Lines();
}
