using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom dns TRACE</c>.</summary>
internal sealed class DnsCommand : GroupedViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Lookups of names: which failed, which were slow.";

    private static readonly RowGroups s_groups = new(
        "lookups",
        "A row for each name, the default, process, servers that were asked, or status.",
        "Lists each lookup, failed ones first, then slow ones.",
        "time/dns-each",
        ("name", "time/dns"), ("process", "time/dns-processes"), ("server", "time/dns-servers"), ("status", "time/dns-statuses"));

    public DnsCommand()
        : base(TraceVerbs.Dns, Summary, s_groups)
    {
        AddComparisons(By);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom dns slow.fathom", "which names failed or took long"),
        new("fathom dns trace.etl --each --where failed=true", "each lookup that failed, with its status and servers"),
        new("fathom dns trace.etl --by server", "which server lets wait"),
        new("fathom dns slow.fathom --fail-if max_ns=1s..", "fails in a script if one took longer"),
    ];

    public override string Remarks => "Of .NET programs a lookup is what they asked, from the call to its return; record it with "
        + "'fathom record PID --events System.Net.NameResolution'. The DNS client of Windows tells a lookup for each type of record (A, AAAA), "
        + "with its status and the servers; it tells those of .NET programs too, so that both have a row (source). That a name has no record "
        + "of a type is no failure. A lookup counts where it begins. All processes of the machine have rows.";

    protected override string Content => "Lookups of names";

    protected override IEnumerable<string> Findings(AskedSubjects asked, Inquiry inquiry) =>
        new LookupTrouble(inquiry.Session, 0, inquiry.Stop).Lines();
}
