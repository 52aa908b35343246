using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Model.Renaming;
using Fathom.Model.Results;
using Fathom.Model.Units;
using Fathom.Render.Live;
using Fathom.Render.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Cli.Sources;

/// <summary>The options that say where a subject comes from and what is kept of it, and the opening of it.</summary>
internal sealed class SourceOptions
{
    private readonly Option<string[]> _label = OptionCatalog.Label();
    private readonly Option<string?> _rename = OptionCatalog.Rename();
    private readonly Option<string?> _dac = OptionCatalog.Dac();
    private readonly Option<string?> _files = OptionCatalog.Files();
    private readonly Option<string?> _save = OptionCatalog.Save();
    private readonly Option<string?> _maxMemory = OptionCatalog.MaxMemory();
    private readonly Option<string?> _symbolPath = OptionCatalog.SymbolPath();
    private readonly bool _takesCore;
    private readonly bool _takesTrace;
    private readonly bool _makesGraph;
    private readonly Option<string?> _maxPause;
    private readonly bool _saves;
    private readonly bool _anyProcess;
    private readonly bool _asksRuntime;
    private readonly bool _stops;
    private readonly TimeSpan? _usualPause;

    /// <summary>Adds the options to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="saves">Whether <c>--save</c> works for it.</param>
    /// <param name="anyProcess">Whether a process without .NET can be asked about.</param>
    /// <param name="asksRuntime">Whether the runtime of a process is asked, so that <c>--dac</c> works for it.</param>
    /// <param name="makesGraph">Whether the references between objects may be read, for which <c>--max-memory</c> is the limit.</param>
    /// <param name="stops">Whether a process is stopped, so that <c>--max-pause</c> works for it.</param>
    /// <param name="usualPause">The longest pause where none is given; null for as long as it takes.</param>
    /// <param name="takesCore">Whether a core can be asked, so that <c>--files</c> works for it.</param>
    /// <param name="takesTrace">Whether a raw trace may be read, so that <c>--symbol-path</c> works for it.</param>
    public SourceOptions(
        GroupedCommand command, bool saves, bool anyProcess = false, bool asksRuntime = true, bool makesGraph = false, bool stops = true, TimeSpan? usualPause = null,
        bool takesCore = true, bool takesTrace = false)
    {
        _takesTrace = takesTrace;
        _makesGraph = makesGraph;
        _stops = stops && asksRuntime;
        _usualPause = usualPause;
        _maxPause = OptionCatalog.MaxPause(usualPause);
        OptionGroup group = command.AddGroup("Source");
        if (_stops)
            group.Add(_maxPause);
        _saves = saves;
        _anyProcess = anyProcess;
        _asksRuntime = asksRuntime;
        group.Add(_rename);
        if (asksRuntime)
            group.Add(_dac);
        _takesCore = asksRuntime && takesCore;
        if (_takesCore)
            group.Add(_files);
        if (makesGraph)
            group.Add(_maxMemory);
        if (takesTrace)
            group.Add(_symbolPath);
        if (!saves)
            return;
        group.Add(_save, _label);
    }

    /// <summary>The longest time that a process may stand still; null for as long as it takes.</summary>
    /// <exception cref="FathomException">It is no time (<see cref="ExitCode.Usage"/>).</exception>
    public TimeSpan? MaxPause(ParseResult parsed)
    {
        const decimal shortest = 1_000_000, longest = 3_600_000_000_000;
        return _stops && TimeText.Between(_maxPause, parsed, shortest, longest, "between 1ms and 1h", "500ms") is { } nanoseconds ? TimeText.Span(nanoseconds) : _usualPause;
    }

    /// <summary>Whether <c>--max-pause</c> was given.</summary>
    public bool HasMaxPause(ParseResult parsed) => _stops && parsed.GetValue(_maxPause) is not null;

    /// <summary>The recording that is kept, or null.</summary>
    public string? Save(ParseResult parsed) => _saves ? parsed.GetValue(_save) : null;

    /// <summary>Folders with symbols that were given.</summary>
    /// <exception cref="FathomException">One is not there.</exception>
    public IReadOnlyList<string> SymbolFolders(ParseResult parsed) => SymbolFolders(parsed, asksServers: false);

    /// <summary>Folders with symbols that were given.</summary>
    /// <param name="parsed">The words.</param>
    /// <param name="asksServers">Whether servers that were given in their place are asked.</param>
    /// <exception cref="FathomException">One is not there.</exception>
    public IReadOnlyList<string> SymbolFolders(ParseResult parsed, bool asksServers) =>
        _takesTrace ? OptionCatalog.SymbolFolders(parsed, _symbolPath, asksServers) : [];

    /// <summary>Symbol servers that were given beside folders.</summary>
    public IReadOnlyList<string> SymbolServers(ParseResult parsed) => _takesTrace ? OptionCatalog.SymbolServers(parsed, _symbolPath) : [];

    /// <summary>The labels given.</summary>
    public IReadOnlyDictionary<string, string> Labels(ParseResult parsed) => _saves ? KeyValues.Read(parsed, _label) : new Dictionary<string, string>();

    /// <summary>Finds what the words mean, all of them before any is read.</summary>
    public Subject[] Resolve(ParseResult parsed, params string[] words)
    {
        SubjectResolver resolver = new(new ProcessScanner(Rules(parsed))) { TakesAnyProcess = _anyProcess };
        return Array.ConvertAll(words, resolver.Resolve);
    }

    /// <summary>Opens a subject as a recording. The expected pause of a process is said before it is stopped.</summary>
    public SubjectRecording Open(ParseResult parsed, Subject subject, SubjectReader reader, bool force, CommandContext context)
    {
        string limit = MaxPause(parsed) is { } most ? $", at most {ReadableNumber.Of(most.TotalNanoseconds, ColumnUnit.Nanoseconds)}" : "";
        CaptureOptions options = Options(parsed, force, context) with
        {
            PauseExpected = pause => context.Note(
                $"stopping '{SafeText.Of(subject.Word)}' for about "
                + $"{ReadableNumber.About(pause.TotalNanoseconds, ColumnUnit.Nanoseconds)}{limit}"),
            MaxMemoryBytes = MaxMemory(parsed),
            MemoryExpected = memory => context.Note(
                $"the references take about {ReadableNumber.About(memory.Bytes, ColumnUnit.Bytes)} of memory here; "
                + $"{ReadableNumber.Of(memory.AvailableBytes, ColumnUnit.Bytes)} are available"),
        };
        if (subject.Note is { } note)
            context.Note(SafeText.Of(note));
        SubjectRecording recording;
        using (ProgressLine progress = context.ShowProgress())
            recording = SubjectRecording.Open(subject, reader, options, progress, context.Stop);
        if (recording.Note is { } found)
            context.Note(SafeText.Of(found));
        return recording;
    }

    /// <summary>Reads the memory of this whole machine.</summary>
    public SubjectRecording OpenMachine(ParseResult parsed, bool force, CommandContext context)
    {
        using ProgressLine progress = context.ShowProgress();
        return SubjectRecording.OfMachine(Options(parsed, force, context), progress, context.Stop);
    }

    private CaptureOptions Options(ParseResult parsed, bool force, CommandContext context) =>
        new(CommandText.Of(parsed))
        {
            SaveTo = Save(parsed),
            Replace = force,
            Labels = Labels(parsed),
            Renaming = Rules(parsed),
            MaxPause = MaxPause(parsed),
            Trace = new TraceOptions { SymbolFolders = SymbolFolders(parsed), UsualPdbFolders = OptionCatalog.UsualPdbFolders() },
            Dac = _asksRuntime ? parsed.GetValue(_dac) : null,
            FileFolders = _takesCore ? OptionCatalog.Folders(parsed, _files) : [],
            Time = context.Time,
        };

    private long? MaxMemory(ParseResult parsed)
    {
        if (!_makesGraph || parsed.GetValue(_maxMemory) is not { } text)
            return null;
        decimal bytes = Quantity.Parse(text, ColumnUnit.Bytes, $"in '--max-memory {text}'");
        return bytes is >= 1 and <= long.MaxValue ? (long)bytes : throw FathomException.Usage($"'{text}' in '--max-memory {text}' is not a size of memory.", "--max-memory 4GiB");
    }

    private RenameRules Rules(ParseResult parsed) => OptionCatalog.Rules(parsed, _rename);
}
