using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Query.Runtime;
using Fathom.Render.Runtime;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Modules;

/// <summary><c>fathom modules SUBJECT…</c>: which builds of which files processes had loaded.</summary>
internal sealed class ModulesCommand : SubjectCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Loaded assemblies and libraries: versions, builds, when, unused ones.";

    private readonly Argument<string[]> _subjects = new("subject")
    {
        Arity = ArgumentArity.OneOrMore,
        Description = "A process, by pid or name, a core dump, a recording or a trace; several of them, or a pattern of recordings in "
            + "quotes.",
    };

    private readonly Switch _allProcesses = new("--all-processes",
        "Shows other processes too, behind the recorded programs.");

    public ModulesCommand()
        : base("modules", Summary)
    {
        Add(_subjects);
        Add(_allProcesses);
        Add(new ModuleUsesCommand());
        AddOutput(OutputFeatures.View);
        Source = new SourceOptions(this, saves: true, anyProcess: true, asksRuntime: false, stops: false, takesTrace: true);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom modules slow.fathom", "what the recorded programs had loaded"),
        new("fathom modules MyApp", "of a running process, which is neither stopped nor contacted"),
        new("fathom modules 'runs/**' --where 'module=*coreclr*,version=7.*'", "which recordings ran on a runtime of version 7"),
        new("fathom modules slow.fathom --where used=unused", "assemblies that were loaded, and of which no method has code"),
        new("fathom modules app.fathom --where loaded_ns=1s.. --sort loaded_ns", "what was loaded later than a second after the begin"),
        new("fathom modules uses bin/Release/net10.0", "which assembly of a folder refers to which, and what is missing"),
    ];

    public override string Remarks =>
        "version is that of the shared framework in the path, else what the file says, else that of the assembly (version_from). build_id "
        + "is "
        + "the build id of a library and the module version id (MVID) of an assembly, where a file of the same build was there to read.\n"
        + "used is sampled or waited (a method was on a stack), compiled, prepared (a method that was compiled ahead of time was, for a "
        + "call), unused "
        + "(no method has code) or not seen (of a library: it may have run between two samples). Assemblies without a file: fathom heap "
        + "modules.";

    public override string? NextStep => "give a process, a core dump or recordings: fathom modules slow.fathom";

    protected override string[] Words(ParseResult parsed) => RecordingPaths.Of(parsed.GetValue(_subjects) ?? [], alsoProcesses: true);

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        SubjectReader reader = SubjectReader.LoadedFiles;
        bool allProcesses = asked.Has(_allProcesses)
            || asked.Request.Where.Any(static condition => condition.Parts.Any(static part => part.Column is "pid" or "process"));
        return new SubjectQuestion(NamedQuery.Of(LoadedFilesReport.Query).Shape, reader, inquiry =>
        {
            LoadedFilesReport report = new(inquiry.Session, inquiry.Stop);
            if (report.Silent.Count == inquiry.Subjects.Count)
                throw FathomException.Target(
                    $"'{inquiry.Subjects[0]}' does not tell which files were loaded.",
                    "recordings of programs by this version do: fathom record PID --duration 10s --save NAME.fathom, or of a trace: fathom "
                    + "extract --again TRACE");
            ResultTable rows = report.Rows(allProcesses, asked.Request.IsStrict);
            return inquiry.Result(rows) with
            {
                Header = LoadedFilesHeader.Of(LoadedFilesReport.Sums(rows)),
                Losses = report.Losses,
                Notes = [.. report.Silent.Select(rec => $"'{inquiry.Subjects[rec]}' does not tell which files were loaded")],
            };
        });
    }

    protected override void Prepare(AskedSubjects asked)
    {
        if (Source.Save(asked.Parsed) is not null && asked.Words.Length > 1)
            throw FathomException.Usage("'--save' keeps one recording, and several are asked about.",
                "leave out --save, or ask about one process");
        if (Source.SymbolFolders(asked.Parsed).Count > 0
            && asked.Subjects.Any(static subject => subject is FileSubject { File.IsRecording: true }))
            throw FathomException.Usage("'--symbol-path' names code of traces, and a recording has its names.", "leave it out");
    }
}
