using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Renaming;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom ps</c>: the .NET processes of this machine.</summary>
internal sealed class PsCommand : FathomCommand
{
    public const string Summary = "Lists the .NET processes of this machine.";

    private readonly Argument<string?> _pattern = new("pattern")
    {
        Arity = ArgumentArity.ZeroOrOne,
        Description = "Name of the application or program, with or without extension; * and ? are wildcards.",
    };

    private readonly Option<string?> _rename = OptionCatalog.Rename();
    private readonly OutputOptions _output;

    public PsCommand()
        : base("ps", Summary)
    {
        Add(_pattern);
        Add(_rename);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom ps", "all of them, by process number"),
        new("fathom ps 'api*' --columns +age_s,+command_line", "those whose name begins with api, with age and command line"),
        new("fathom ps --where rss_bytes=1GiB.. --sort rss_bytes", "the large ones"),
    ];

    public override string Remarks =>
        $"""
        No process is stopped or asked; all comes from /proc. An unknown value is empty. Sizes are resident memory (VmRSS).
        More columns: {string.Join(", ", ProcessTable.Shape.Hidden)}.
        """;

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputPlan plan = _output.Read(parsed, context).Bind(ProcessTable.Shape);
        ProcessScanner scanner = new(RenameFile.LoadGivenOrDefault(parsed.GetValue(_rename), Environment.GetEnvironmentVariable));
        ProcessScan scan = scanner.Scan(context.Stop);
        string? pattern = parsed.GetValue(_pattern);
        IReadOnlyList<ProcessFacts> processes = pattern is null ? scan.Processes : SubjectResolver.Matching(scan.Processes, pattern);
        CommandResult answer = new("ps", pattern is null ? [] : [pattern], ProcessTable.Of(processes))
        {
            Notes = scan.Notice is { } notice ? [notice] : [],
        };
        return new(plan.Publish(answer));
    }
}
