using System.CommandLine;
using System.Globalization;
using Fathom.Capture.Symbols;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Traces;
using Fathom.Query.Time;
using Fathom.Render.Live;
using Fathom.Sources.Subjects;
using Fathom.Storage.Stacks;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom symbols TRACE</c>.</summary>
internal sealed class SymbolsCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Which code in a trace has symbol names, which has not, and why.";

    private readonly Switch _missing = new("--missing", "Lists the files whose symbols are missing, with their build ids.");
    private readonly Switch _apply = new("--apply", "Adds symbol names to a recording from files that are here now; the raw trace is not needed.");

    private readonly Option<string?> _fetch = new("--fetch")
    {
        Arity = ArgumentArity.ZeroOrOne,
        HelpName = "URL",
        Description = "Fetches missing symbols from this server, in the layout of debuginfod or of Microsoft's symbol server (PDBs too), and adds "
            + "them to the recording.",
    };

    private NamesGiven? _given;
    private SymbolsFetched? _fetched;

    public SymbolsCommand()
        : base(TraceVerbs.Symbols, Summary)
    {
        Add(_missing);
        Add(_apply);
        Add(_fetch);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom symbols perf.data", "named and unnamed frames of each file"),
        new("fathom symbols perf.data --missing --format csv", "files and build ids to look for"),
        new("fathom symbols slow.fathom --apply --symbol-path ~/symbols", "adds symbol names from files that came from elsewhere"),
        new("fathom symbols slow.fathom --fetch",
            "asks Microsoft's server and that of elfutils, or those of DEBUGINFOD_URLS, for symbols that are missing"),
    ];

    public override string Remarks =>
        "A folder of --symbol-path holds .build-id/ab/cdef.debug, files under their own name (also NAME.debug, NAME.dbg, and the name that the program itself states),\n"
        + "a copy of the file system that was recorded, or PDBs (also NAME.pdb/GUIDAGE/NAME.pdb). A file with a different build id is ignored. Frames are counted over all "
        + "samples.\n"
        + "Nothing is asked of a network without --fetch. It sends build ids, and keeps what it gets in ~/.cache/fathom/symbols.";

    protected override string Content => "Names of code";

    protected override string Query => "time/symbols";

    protected override bool ShowsNames => true;

    protected override string? SymbolsOf(string word) => null;

    protected override string QueryFor(AskedSubjects asked) => _missing.IsOn(asked.Parsed) ? "time/missing-symbols" : Query;

    protected override void Prepare(AskedSubjects asked)
    {
        bool isFetch = asked.Parsed.GetResult(_fetch) is { Implicit: false };
        if (!_apply.IsOn(asked.Parsed) && !isFetch)
        {
            base.Prepare(asked);
            return;
        }

        if (asked.Subjects is not [FileSubject { File.IsRecording: true } recording])
            throw FathomException.Usage($"'{(isFetch ? "--fetch" : "--apply")}' changes a recording, and this is not one.",
                "symbols of a raw trace are found while it is read: fathom extract --again TRACE --symbol-path DIR");
        if (Source.Save(asked.Parsed) is not null)
            throw FathomException.Usage(
                $"'{(isFetch ? "--fetch" : "--apply")}' changes the recording itself, so '--save' has nothing to save.",
                "copy the recording before: cp -r");
        using ProgressLine progress = asked.Context.ShowProgress();
        IReadOnlyList<string> folders = Source.SymbolFolders(asked.Parsed, isFetch);
        if (folders.Count == 0)
            folders = OptionCatalog.UsualPdbFolders();
        if (isFetch)
        {
            _fetched = SymbolFetch.Run(recording.File.Path, Servers(asked), null, progress, asked.Context.Stop);
            folders = [.. folders, _fetched.Folder];
        }

        _given = SymbolRun.Apply(recording.File.Path, folders, asked.Context.Time, progress, asked.Context.Stop);
    }

    protected override void Check(Inquiry inquiry)
    {
        if (!RecordedStacks.AreIn(inquiry.Session.Recordings[0]))
            throw FathomException.Target(
                $"'{inquiry.Subjects[0]}' does not hold the code addresses of its frames.",
                "recordings that this version made from traces with stacks do: fathom extract --again TRACE");
    }

    protected override IEnumerable<string> Notes(TraceFacts facts, bool isEmpty, bool isWhole) =>
        [.. _fetched is null ? [] : FetchText.Of(_fetched), .. Named()];

    private IEnumerable<string> Named() => _given switch
    {
        { PlaceCount: > 0 } given => [string.Create(
            CultureInfo.InvariantCulture,
            $"{given.PlaceCount:N0} places of code in {given.FileCount:N0} files have names now: {given.FrameCount:N0} frames of all samples")],
        not null => [_fetched is null ? "no file on this machine adds symbol names to it" : "no further place of code has a name now"],
        null => [],
    };

    private Uri[] Servers(AskedSubjects asked)
    {
        string? url = asked.Parsed.GetValue(_fetch);
        string[] named = url is not null ? [url]
            : Source.SymbolServers(asked.Parsed) is { Count: > 0 } given ? [.. given]
            : Environment.GetEnvironmentVariable("DEBUGINFOD_URLS")?.Split(' ',
                StringSplitOptions.RemoveEmptyEntries) is { Length: > 0 } set ? set
            : [.. SymbolFetch.Usual];
        return Array.ConvertAll(named, static each => Uri.TryCreate(each, UriKind.Absolute, out Uri? server)
            && server.Scheme is ("http" or "https") ? server
            : throw FathomException.Usage(
                $"'{each}' is not the address of a symbol server.", $"fathom symbols NAME.fathom --fetch {SymbolFetch.Usual[^1]}"));
    }
}
