using Fathom.Model.Counters;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Model.Windows;

namespace Fathom.Model.Catalog;

/// <summary>The parts of a trace that can be left out of its recording. A part has the name of the verb that shows it, or of a table.</summary>
public static class TraceParts
{
    private const string Time = "time";
    private const string Stacks = "stacks";

    // What every answer about a trace needs; it is small.
    private static readonly string[] s_always = [TraceRow.Schema.Name, TraceEventRow.Schema.Name, TraceNamingRow.Schema.Name];

    private static readonly (string Verb, string[] Tables)[] s_verbs =
    [
        ("cpu", [CpuSampleRow.Schema.Name, ThreadSampleRow.Schema.Name, MethodCpuRow.Schema.Name]),
        ("waits", [ThreadWaitRow.Schema.Name, ThreadWaitStackRow.Schema.Name, MethodWaitRow.Schema.Name]),
        ("threads", [ThreadLifeRow.Schema.Name, ThreadSliceRow.Schema.Name]),
        ("events", [RuntimeEventRow.Schema.Name]),
        ("gc", [GcRow.Schema.Name, GcPauseRow.Schema.Name]),
        ("allocs", [AllocationSampleRow.Schema.Name]),
        ("exceptions", [ExceptionThrownRow.Schema.Name]),
        ("requests", [RequestRow.Schema.Name]),
        ("locks", [ContentionRow.Schema.Name]),
        ("counters", [CounterSampleRow.Schema.Name]),
        ("interrupts", [InterruptRow.Schema.Name]),
        ("faults", [PageFaultRow.Schema.Name]),
        ("syscalls", [SystemCallRow.Schema.Name]),
        ("files", [FileIoRow.Schema.Name]),
        ("disk", [DiskIoRow.Schema.Name]),
        ("tcp", [NetworkIoRow.Schema.Name]),
        ("dns", [DnsLookupRow.Schema.Name]),
        ("threadpool", [ThreadPoolChangeRow.Schema.Name]),
        ("startup", [AssemblyLoadRow.Schema.Name]),
        ("jit", [MethodCompiledRow.Schema.Name]),
        ("markers", [MarkerRow.Schema.Name]),
    ];

    /// <summary>The names of all parts: those of verbs, then those of tables.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. s_verbs.Select(static verb => verb.Verb), .. Tables().Select(static table => table.Name).Except(s_verbs.Select(static verb => verb.Verb))];

    /// <summary>The tables of a part; null where there is no part of that name.</summary>
    public static IReadOnlyList<string>? Find(string name)
    {
        foreach ((string verb, string[] tables) in s_verbs)
        {
            if (verb == name)
                return tables;
        }

        return Tables().Any(table => table.Name == name) ? [name] : null;
    }

    /// <summary>The tables that are left out where some parts are; stacks too where nothing that is kept has one.</summary>
    /// <param name="parts">Names of parts.</param>
    /// <param name="only">Whether these are kept, and all others left out.</param>
    /// <exception cref="ArgumentException">A name is none of a part.</exception>
    public static IReadOnlyList<string> LeftOut(IEnumerable<string> parts, bool only)
    {
        HashSet<string> named = [.. parts.SelectMany(static part => Find(part) ?? throw new ArgumentException($"'{part}' is not a part of a trace.", nameof(parts)))];
        TableSchema[] left = [.. Tables().Where(table => named.Contains(table.Name) != only)];
        bool hasStacks = Tables().Except(left).SelectMany(static table => table.Columns).Any(static column => column.Name.EndsWith("stack_id", StringComparison.Ordinal));
        IEnumerable<TableSchema> stacks = hasStacks ? [] : TableCatalog.All.Where(static table => table.Group == Stacks && table.Columns.All(static column => column.Name != "snapshot_id"));
        return [.. left.Concat(stacks).Select(static table => table.Name).Order(StringComparer.Ordinal)];
    }

    private static IEnumerable<TableSchema> Tables() => TableCatalog.All.Where(static table => table.Group == Time && !s_always.Contains(table.Name));
}
