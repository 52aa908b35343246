using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom files TRACE</c>.</summary>
internal sealed class FilesCommand : GroupedViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "What programs asked of files: bytes, durations, errors.";

    private const string Failed = "failed";

    private static readonly RowGroups s_groups = new(
        "file calls",
        "A row for each file, the default, folder, operation, own method that asked, or process.",
        "Lists each call, the longest first.",
        "time/files-each",
        ("file", "time/files"), ("folder", "time/files-folders"), ("operation", "time/files-operations"),
        ("method", "time/files-methods"), ("process", "time/files-processes"));
    private readonly Switch _failed = new("--failed", "Shows only calls that failed.");

    public FilesCommand()
        : base(TraceVerbs.Files, Summary, s_groups, isOfPrograms: true)
    {
        Add(_failed);
        AddComparisons(By, _failed, AllProcessesOption);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom files slow.fathom", "which files took the most time, with bytes and failures"),
        new("fathom files MyApp --duration 5s", "records a running program for it"),
        new("fathom files slow.fathom --by method", "who asked"),
        new("fathom files slow.fathom --failed --each", "each call that failed, with its error"),
        new("fathom files slow.fathom --each --where operation=sync", "each flush to the disk"),
    ];

    public override string Remarks => "Record with: fathom record PID --profile io --duration 10s --save NAME.fathom\n\n"
        + "A call is in one row, so that counts, bytes and durations add up. duration_ns is the time in the call, added over threads: reads that the page cache "
        + "answers are short. A file is named as the program named it. read_bytes has what was copied to another file too. What is in brackets has no path: "
        + "pipes, sockets, and (unknown), where nothing tells what a descriptor leads to. Not seen are mapped files, and what happens behind io_uring.";

    protected override string Content => "File calls";

    protected override SqlQuestion Bind(AskedSubjects asked, Inquiry inquiry, SqlQuestion question) =>
        NamedQuery.Of(question.Query).Header.Parameters.Any(static parameter => parameter.Name == Failed)
            ? question with { Values = [.. question.Values, QueryParameter.Of(Failed, asked.Has(_failed))] }
            : question;
}
