using Fathom.Model.Trees;

namespace Fathom.Model.Results;

/// <summary>The whole answer of a command, ready to be rendered in any format.</summary>
/// <param name="Command">The verb, with its view where there is one ("heap", "heap diff").</param>
/// <param name="Subjects">What it was asked about, as the user wrote it.</param>
/// <param name="Rows">The answer.</param>
public sealed record CommandResult(string Command, IReadOnlyList<string> Subjects, ResultTable Rows)
{
    /// <summary>An answer with rows that may be what was requested of them already.</summary>
    /// <param name="command">The verb, with its view where there is one.</param>
    /// <param name="subjects">What it was asked about.</param>
    /// <param name="rows">The rows, and what was counted in them.</param>
    public CommandResult(string command, IReadOnlyList<string> subjects, RequestedRows rows)
        : this(command, subjects, rows.Table) => Counts = rows.Counts;

    /// <summary>What was counted where <see cref="Rows"/> are kept, ordered, cut and chosen as requested; null where they are all rows with all columns.</summary>
    public RowCounts? Counts { get; init; }

    /// <summary>Lines above a console table: what was measured, when, with what limits. Not part of CSV.</summary>
    public IReadOnlyList<string> Header { get; init; } = [];

    /// <summary>Lines below a console table: single occurrences behind its sums. Not part of CSV.</summary>
    public IReadOnlyList<string> Footer { get; init; } = [];

    /// <summary>Summary rows over everything, before any filter or top N; null where the verb has none.</summary>
    public ResultTable? Totals { get; init; }

    /// <summary>Whether the totals stand above the rows in tables and Markdown: where they are the answer and the rows its detail.</summary>
    public bool TotalsLead { get; init; }

    /// <summary>When and of whom a snapshot is; leads the columns of a CSV file. Null for verbs that take none.</summary>
    public TrendContext? Trend { get; init; }

    /// <summary>What each recording is that was asked, for formats that tell it (<c>about</c>): process, time, pause, balance. Null where no recording was asked.</summary>
    public ResultTable? About { get; init; }

    /// <summary>What could not be read; rows of table <c>loss</c>. A result with losses ends with <see cref="ExitCode.Partial"/>.</summary>
    public ResultTable? Losses { get; init; }

    /// <summary>What was asked for and could not be had, a sentence each. A result that lacks something ends with <see cref="ExitCode.Partial"/>, and limits on it are not judged to hold.</summary>
    public IReadOnlyList<string> Missing { get; init; } = [];

    /// <summary>What is shown and not certain; null where all is. Limits on it are not judged.</summary>
    public Uncertainty? Uncertainty { get; init; }

    /// <summary>Sentences that a reader must know to trust the numbers. On stderr for tables and CSV, in <c>notes</c> for JSON.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>What tables for people leave out because it says nothing, with what shows it; null where all rows are there.</summary>
    public string? Rest { get; init; }

    /// <summary>The stacks that the rows are of, for formats that write them; null for others.</summary>
    public StackExport? Stacks { get; init; }

    /// <summary>Command lines that answer the next question: the last lines of a table, and of no other format.</summary>
    public IReadOnlyList<string> Next { get; init; } = [];

    /// <summary>Whether the notes say why there is no row, so that nothing more is said of it.</summary>
    public bool NotesSayWhyEmpty { get; init; }
}
