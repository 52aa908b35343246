using Fathom.Model.Catalog;
using Fathom.Model.Stacks;
using Fathom.Model.Traces;
using Fathom.Query.Questions;

namespace Fathom.Query.Time;

/// <summary>A verb on traces: what it answers from, and why a trace may not have that.</summary>
/// <param name="name">The word on the command line.</param>
/// <param name="table">The table whose rows are its data.</param>
/// <param name="counted">What a row is, in the plural.</param>
public sealed class TraceVerb(string name, string table, string counted)
{
    private const string EventFormat = "nettrace";

    /// <summary>The word on the command line.</summary>
    public string Name { get; } = name;

    /// <summary>The table whose rows are its data.</summary>
    public string Table { get; } = table;

    /// <summary>What a row of it is, in the plural.</summary>
    public string Counted { get; } = counted;

    /// <summary>Tables without which it has no answer, where they can be left out.</summary>
    public IReadOnlyList<string> Needs { get; init; } = TraceParts.Find(name) ?? [];

    /// <summary>Tables that answers look at beside what they are about: what they lack does not make an answer partial.</summary>
    public IReadOnlyList<string> Aside { get; init; } = [];

    /// <summary>The tables that an answer of one of its queries is made from: those that the query names, and those behind the sums that it names.</summary>
    /// <param name="query">The query.</param>
    /// <param name="window">The part of the time that is asked about; null for all of it.</param>
    /// <param name="tags">The tags that are asked about; null for all.</param>
    public IReadOnlyCollection<string> TablesOf(NamedQuery query, TimeWindow? window = null, string? tags = null)
    {
        HashSet<string> tables =
        [
            Table,
            .. Needs,
            .. TableCatalog.All.Select(static table => table.Name).Except(Aside).Where(name => query.Names(name, window, tags)),
        ];
        if (tables.Contains(MethodRow.Schema.Name))
            tables.UnionWith(LossTables.Stacks.Split(','));
        return tables;
    }

    /// <summary>The table with its sums by method; null where it needs none.</summary>
    public string? SumsIn { get; init; }

    /// <summary>Whether it answers about a part of the time too.</summary>
    public bool HasWindows { get; init; }

    /// <summary>Whether only events of .NET programs answer.</summary>
    public bool IsOfEvents { get; init; }

    /// <summary>What is recorded where it is asked about a process.</summary>
    public LiveNeed Live { get; init; }

    /// <summary>The profile of <c>fathom record</c> that records what it needs; null for none.</summary>
    public string? Profile { get; init; }

    /// <summary>How to record what it needs.</summary>
    public required string RecordWith { get; init; }

    /// <summary>How to record it where such a trace comes from.</summary>
    public string RecordFor(TraceFacts facts) => RecordOn(facts.IsOfWindows);

    /// <summary>How to record it on Windows, or on Linux.</summary>
    public string RecordOn(bool isWindows) => isWindows ? WindowsHints.Of(Name) : RecordWith;

    /// <summary>Why a trace of the right kind cannot answer, in one sentence; null where it can.</summary>
    public Func<TraceFacts, string?> Refusal { get; init; } = static _ => null;

    /// <summary>What is said of no row, given whether the answer is whole, where the trace is not of Windows; null where that needs no word.</summary>
    public Func<TraceFacts, bool, string?> NoRows { private get; init; } = static (_, _) => null;

    /// <summary>What a Windows trace without a row lacks, without a full stop; how to record it is said behind it.</summary>
    public string NoRowsOfWindows { private get; init; } = $"the trace has no {counted}: either there was none, or they were not recorded";

    /// <summary>Rows of its table that it does not show: how many, and where they are shown; null for none.</summary>
    public Func<TraceFacts, (long Count, string Where)?> LeavesOut { get; init; } = static _ => null;

    /// <summary>Why there is no row though nothing speaks against it, without a full stop; null where that needs no word.</summary>
    /// <param name="facts">The trace.</param>
    /// <param name="isWhole">Whether nothing that the answer is made from was lost.</param>
    public string? WhyEmpty(TraceFacts facts, bool isWhole) =>
        LeavesOut(facts) is { } others ? others.Where
        : facts.IsOfWindows ? $"{NoRowsOfWindows} ({WindowsHints.Of(Name)})"
        : NoRows(facts, isWhole);

    /// <summary>Whether a trace is of .NET events alone.</summary>
    public static bool IsEvents(TraceFacts facts) => facts is { Formats: [EventFormat], IsOfMachine: false };

    /// <summary>Why a trace does not answer, in one sentence, and what to do about it; null where it does.</summary>
    public (string Reason, string NextStep)? WhyNot(TraceFacts facts) =>
        WhyLeftOut(facts, Needs) is { } leftOut ? leftOut
        : IsOfEvents && !facts.HasRuntimeEvents ? ($"It is a recording of {facts.Formats[0]} and holds no events of .NET programs.", $"record them with: {RecordFor(facts)}")
        : facts.WithoutSums.Contains(Table) ? ("The recording was made by an earlier version of Fathom, which did not sum it up by method.", "read the trace again: fathom extract --again TRACE")
        : Refusal(facts) is { } refusal ? (refusal, $"record again with: {RecordFor(facts)}")
        : null;

    /// <summary>Why a recording does not answer from tables that were left out of it; null where none of them was.</summary>
    public static (string Reason, string NextStep)? WhyLeftOut(TraceFacts facts, IEnumerable<string> tables) =>
        facts.LeftOut.Intersect(tables).ToArray() is { Length: > 0 } missing
            ? ($"It was skipped at extraction ({string.Join(", ", missing)}), although the trace may hold it.", "read the whole trace: fathom extract TRACE")
            : null;
}
