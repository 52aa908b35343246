using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom ps</c>: the .NET processes of this machine.</summary>
internal sealed class PsCommand : TableCommand
{
    public const string Summary = "Lists the .NET processes of this machine.";

    private readonly Argument<string?> _pattern = new("pattern")
    {
        Arity = ArgumentArity.ZeroOrOne,
        Description = "Name of the application or program, with or without extension; * and ? are wildcards.",
    };

    private readonly Option<string?> _rename = OptionCatalog.Rename();

    public PsCommand()
        : base("ps", Summary)
    {
        Add(_pattern);
        Add(_rename);
        AddOutput();
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom ps", "all of them, ordered by pid"),
        new("fathom ps 'api*' --columns +age_s,+command_line", "those whose name begins with api, with age and command line"),
        new("fathom ps --where rss_bytes=1GiB.. --sort rss_bytes", "the large ones"),
    ];

    public override string Remarks => "No process is stopped or contacted; everything comes from /proc. An unknown value is empty. Sizes are resident memory (VmRSS).";

    protected override ResultShape? Shape => ProcessTable.Shape;

    private static IEnumerable<string> Notes(ProcessScan scan)
    {
        if (ProcNamespace.Problem is { } problem)
            yield return $"{problem} No other verb takes these numbers; {ProcNamespace.Fix}.";
        if (scan.Notice is { } notice)
            yield return notice;
        if (IsEmpty(scan))
            yield return "No .NET program was found; 'fathom tour' starts one and looks at it.";
    }

    private static bool IsEmpty(ProcessScan scan) => scan.Processes.Count == 0 && ProcNamespace.Problem is null;

    protected override TableAnswer Answer(Asked asked)
    {
        ProcessScanner scanner = new(OptionCatalog.Rules(asked.Parsed, _rename));
        ProcessScan scan = scanner.Scan(asked.Context.Stop);
        string? pattern = asked.Parsed.GetValue(_pattern);
        IReadOnlyList<ProcessFacts> processes = pattern is null ? scan.Processes : SubjectResolver.Matching(scan.Processes, pattern);
        if (processes.Count == 0 && pattern is not null && Path.Exists(pattern) && FileRecognizer.Describe(pattern) is { } file && (file.IsRecording || file.Format.ReadTrace is not null))
            throw FathomException.Usage($"'{pattern}' is a {file.Format.Name} file, and 'fathom ps' lists running processes.", $"fathom processes {pattern}");
        return new CommandResult(asked.Title, pattern is null ? [] : [pattern], ProcessTable.Of(processes))
        {
            Notes = [.. Notes(scan)],
            NotesSayWhyEmpty = IsEmpty(scan),
        };
    }
}
