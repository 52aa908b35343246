using System.CommandLine;
using System.Globalization;
using Fathom.Capture.Extraction;
using Fathom.Capture.Recording;
using Fathom.Capture.Subjects;
using Fathom.Capture.Traces;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Render.Live;
using Fathom.Sources.Subjects;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom extract TRACE…</c>: a recording of each raw trace.</summary>
internal sealed class ExtractCommand : TableCommand
{
    public const string Summary = "Converts raw traces into recordings, which answer all questions.";

    private const int MaxJobs = 64;

    // A trace may take a gigabyte of memory while it is read.
    private const int MostByDefault = 4;

    private static readonly ResultShape s_shape = new(
    [
        new("file", CellKind.Text),
        new("format", CellKind.Text),
        new("state", CellKind.Text),
        new("raw_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("recording_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("rows", CellKind.Integer, ColumnUnit.Count),
        new("losses", CellKind.Integer, ColumnUnit.Count),
        new("elapsed_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("recording", CellKind.Text),
        new("problem", CellKind.Text),
    ])
    {
        Hidden = ["recording", "problem"],
    };

    private readonly Argument<string[]> _traces = new("trace")
    {
        Arity = ArgumentArity.OneOrMore,
        Description = "Traces of perf (perf.data), of runtime events (.nettrace) or of Windows (.etl), folders of them, patterns such as 'traces/*.nettrace', "
            + "or the raw folder of a recording; with perf-PID.map, which names code compiled at run time.",
    };

    private readonly Option<string?> _folder =
        OptionCatalog.Value("--to", "FOLDER", "Where the recordings go; by default next to each trace, as TRACE.fathom, or in your cache where that folder is not yours.");
    private readonly Option<string?> _save = OptionCatalog.Value("--save", "RECORDING", "Makes one recording of all of them: of perf and of the .NET programs that ran meanwhile, NAME.fathom.");
    private readonly Option<string?> _only = OptionCatalog.Value("--only", "PARTS", "Extracts these parts only, such as cpu,gc: names of verbs on traces or of their tables. For --to and --save.");
    private readonly Option<string?> _skip = OptionCatalog.Value("--skip", "PARTS", "Skips these parts, such as waits,events.");
    private readonly Option<string?> _jobs = OptionCatalog.Value("--jobs", "N", "Traces that are read at once; by default one for each processor, four at most; each may take a gigabyte of memory.");
    private readonly Option<string?> _symbolPath = OptionCatalog.SymbolPath();
    private readonly Switch _again = new("--again", "Reads traces again that already have a recording.");

    public ExtractCommand()
        : base("extract", Summary)
    {
        Add(_traces);
        Add(_folder);
        Add(_save);
        Add(_only);
        Add(_skip);
        Add(_jobs);
        Add(_symbolPath);
        Add(_again);
        AddOutput();
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom extract app.nettrace", "writes app.nettrace.fathom"),
        new("fathom extract perf.data app.nettrace --save all.fathom", "one recording, with the names that the program reported"),
        new("fathom extract traces/ --to recordings --jobs 4", "all traces of a folder, four at a time"),
        new("fathom extract perf.data perf-12.map", "with a map that process 12 wrote, in a container or elsewhere"),
        new("fathom extract perf.data --skip waits,threads --save small.fathom", "without waits and thread states, which are most of it"),
        new("fathom extract night.raw", "what fathom record left: by --no-extract, or when it was killed"),
        new("fathom extract *.nettrace --where state=failed --columns file,problem", "those that could not be read, and why"),
    ];

    public override string Remarks =>
        "Commands on a trace do the same with the one that they are given, so this is for many at once. A recording is used as long as its trace has the same size and time\n"
        + "and the same version of Fathom made it. Method names are those that could be found then: --again finds newer ones.";

    protected override ResultShape? Shape => s_shape;

    protected override TableAnswer Answer(Asked asked)
    {
        int jobs = Jobs(asked.Value(_jobs));
        LeftOutParts? leftOut = LeftOutParts.Read(asked.Value(_only), asked.Value(_skip));
        if (leftOut is not null && asked.Value(_folder) is null && asked.Value(_save) is null)
            throw FathomException.Usage(
                $"'{leftOut.Option}' skips parts, but the recording next to a trace must answer every question.",
                "choose another place: --save NAME.fathom, or --to FOLDER");
        (string[] words, IReadOnlyList<string> symbols) = WithoutMaps(asked);
        if (words.FirstOrDefault(RawFolder.Is) is { } raw)
        {
            return words.Length == 1
                ? AnswerRaw(asked, raw, symbols)
                : throw FathomException.Usage($"'{raw}' was made by 'fathom record' and is complete, so it is read alone.", $"fathom extract {raw}");
        }

        List<(string Word, FathomException Why)> unread = [];
        IReadOnlyList<FileDescription> traces = TraceFiles.Find(words, (word, why) => unread.Add((word, why)));
        if (traces.Count == 0 || (unread.Count > 0 && asked.Value(_save) is not null))
            throw unread[0].Why;
        if (traces is [{ Format.ReadTrace: null } other])
            throw other.Format.Refuse(other);
        string? folder = asked.Value(_folder);
        if (folder is not null && !Directory.Exists(folder))
            throw FathomException.Target($"There is no folder '{folder}'.", $"mkdir -p '{folder}'");
        string? save = asked.Value(_save);
        if (save is not null && (folder is not null || asked.Has(_again)))
            throw FathomException.Usage("'--save' makes one recording of all traces; '--to' and '--again' make one for each.", "leave one of them out");
        CaptureOptions options = new(CommandText.Of(asked.Parsed))
        {
            Time = asked.Context.Time,
            SaveTo = save,
            Replace = asked.Request.Target.Force,
            LeftOut = leftOut,
            Trace = new TraceOptions { SymbolFolders = symbols, UsualPdbFolders = OptionCatalog.UsualPdbFolders() },
        };
        IReadOnlyList<ExtractedTrace> all;
        using (ProgressLine progress = asked.Context.ShowProgress())
            all = save is not null
                ? JoinedTraces.Read(traces, options, progress, asked.Context.Stop)
                : new ExtractRun(options, folder, jobs, asked.Has(_again)).Run(traces, progress, asked.Context.Stop);
        if (all is [{ Problem: { } only }] && unread.Count == 0)
            throw FathomException.Target(only, all[0].NextStep ?? "fathom info TRACE shows what it is");
        string note = save is not null ? $"'{save}' is one recording of all of them" : folder is null
            ? "each recording is next to its trace, as TRACE.fathom, or in your cache where that folder is not yours: --columns +recording"
            : $"the recordings are in '{folder}'";
        CommandResult result = new(asked.Title, words, new ResultTable(s_shape.Columns, [.. all.Select(Row)]))
        {
            Notes = [note],
            Missing = [.. unread.Select(static one => one.Why.Message), .. all.Where(static one => one.Problem is not null).Select(static one => $"'{one.File}' was not read: {one.Problem}")],
        };
        return new TableAnswer(result, all.Any(static one => one.LossCount > 0) ? ExitCode.Partial : ExitCode.Ok);
    }

    // Maps are no traces: they name code in them.
    private (string[] Traces, IReadOnlyList<string> Symbols) WithoutMaps(Asked asked)
    {
        ILookup<bool, string> words = asked.Parsed.GetRequiredValue(_traces).ToLookup(CompiledMaps.Is);
        return words[false].Any() ? ([.. words[false]], [.. words[true], .. OptionCatalog.SymbolFolders(asked.Parsed, _symbolPath)])
            : throw FathomException.Usage($"'{words[true].First()}' names code of a trace, and no trace is given.", $"fathom extract perf.data {words[true].First()}");
    }

    private TableAnswer AnswerRaw(Asked asked, string folder, IReadOnlyList<string> symbols)
    {
        if (asked.Value(_folder) is { } to)
            throw FathomException.Usage($"'--to {to}' is for recordings of single traces.", "--save NAME.fathom");
        string save = asked.Value(_save) ?? RawFolder.RecordingOf(folder);
        RawExtractionOptions options = new(CommandText.Of(asked.Parsed), asked.Context.Time) { SymbolFolders = symbols };
        IReadOnlyList<ExtractedTrace> all;
        using (ProgressLine progress = asked.Context.ShowProgress())
            all = RawExtraction.Run(RawFolder.Open(folder), save, asked.Request.Target.Force || asked.Has(_again), options, progress, asked.Context.Stop);
        CommandResult result = new(asked.Title, [folder], new ResultTable(s_shape.Columns, [.. all.Select(Row)]))
        {
            Notes = [$"'{save}' is one recording of all of them; '{folder}' stays until you remove it"],
        };
        return new TableAnswer(result, all.Any(static one => one.LossCount > 0) ? ExitCode.Partial : ExitCode.Ok);
    }

    private static Cell[] Row(ExtractedTrace one) =>
    [
        Cell.Of(one.File),
        Cell.Of(one.Format),
        Cell.Of(one.State),
        Cell.Of(one.RawBytes),
        Cell.Of(one.RecordingBytes),
        Cell.Of(one.RowCount),
        Cell.Of(one.LossCount),
        Cell.Of((long)one.Elapsed.TotalNanoseconds),
        Cell.Of(one.Recording),
        Cell.Of(one.Problem),
    ];

    private static int Jobs(string? text)
    {
        if (text is null)
            return Math.Min(Environment.ProcessorCount, MostByDefault);
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int jobs) && jobs is > 0 and <= MaxJobs
            ? jobs
            : throw FathomException.Usage(string.Create(CultureInfo.InvariantCulture, $"'{text}' in '--jobs {text}' is not a number between 1 and {MaxJobs}."), "--jobs 4");
    }
}
