using System.CommandLine;
using System.Globalization;
using Fathom.Capture.Recording;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Model.Results;
using Fathom.Model.Units;
using Fathom.Recorder.Kernel;
using Fathom.Recorder.Runtimes;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Calls;

namespace Fathom.Cli.Commands.Record;

/// <summary>The options that say what is recorded, for how long, and where it goes.</summary>
internal sealed class RecordOptionSet
{
    private const decimal ShortestNs = 10_000_000;
    private const decimal ShortestRingNs = 1_000_000_000;
    private const decimal LongestRingNs = 86_400_000_000_000;
    private const int MostFrequency = 20_000;
    private const int LeastRing = 16 << 10;
    private const int LeastRecordsInRing = 4;
    private const int MostRing = 1 << 30;
    private const long LeastSize = 1 << 20;
    private const int MostProfileChars = 64 << 10;

    private readonly Option<string?> _save = OptionCatalog.Value("--save", "RECORDING", "Where the recording goes: NAME.fathom; without it, into the current folder, named by program and date.");
    private readonly Option<string?> _duration = OptionCatalog.Value("--duration", "TIME", "Ends the recording after this time.");
    private readonly Option<string?> _maxSize = OptionCatalog.Value("--max-size", "SIZE", "Ends the recording when the raw files are that large.");
    private readonly Option<string?> _last = OptionCatalog.Value(
        "--ring", "TIME", "Keeps the last part only; fathom save saves it.");
    private readonly Option<string?> _profile = OptionCatalog.Value(
        "--profile", "NAMES", "Records more: io, net, a file, ...; see --list-profiles.");
    private readonly Option<string[]> _event = OptionCatalog.Values("--event", "SYSTEM:NAME", "Records a tracepoint of the kernel too, such as block:block_rq_issue.");
    private readonly Option<string[]> _events = OptionCatalog.Values(
        "--events", "NAME:KEYWORDS:LEVEL", "Records more events of .NET programs than the usual ones, such as MyCompany-Shop, or MyCompany-Shop:0x10:informational.");
    private readonly Switch _requests = new("--requests", "Records requests before .NET 8 too: 20 us of CPU each.");
    private readonly Switch _inlined = new(
        "--inlined", "Marks inlined code in fathom cpu --lines; for a program that is started, whose compiler does more then.");
    private readonly Switch _noRuntime = new("--no-runtime-events", "Records no events of .NET runtimes: they cost CPU time.");
    private readonly Option<string?> _frequency = OptionCatalog.Value(
        "--frequency", "N", $"Samples of each busy processor per second, {KernelRecorderOptions.UsualFrequency} by default.");
    private readonly Option<string?> _stackBytes = OptionCatalog.Value(
        "--stack-bytes", "N", $"Bytes of the stack that are copied with each sample, {KernelRecorderOptions.UsualStackBytes} by default; 0 for callers by frame pointers only.");
    private readonly Option<string?> _ring = OptionCatalog.Value("--ring-size", "SIZE", "Memory for each processor's events until they are written, 32MiB by default; 8MiB on 32 processors and more.");
    private readonly Switch _noExtract = new("--no-extract", "Keeps the raw files and makes no recording of them; fathom extract NAME.raw does later.");
    private readonly Switch _propagate = new("--propagate-exit", "Ends with the exit code of the program that was started.");
    private readonly Option<string[]> _label = OptionCatalog.Label();
    private readonly Option<string?> _symbolPath = OptionCatalog.SymbolPath();

    /// <summary>Adds the options to a command.</summary>
    public RecordOptionSet(GroupedCommand command)
    {
        foreach (Option option in (Option[])[_save, _duration, _maxSize, _last, _profile, _requests, _event, _events, _inlined, _noRuntime,
            _propagate])
            command.Add(option);
        command.AddGroup("Recorder").Add(_frequency, _stackBytes, _ring, _noExtract);
        command.AddGroup("Source").Add(_label, _symbolPath);
    }

    /// <summary>Whether the exit code is that of the program.</summary>
    public bool Propagates(ParseResult parsed) => _propagate.IsOn(parsed);

    /// <summary>Reads the options; which processes are meant is for the command to say.</summary>
    /// <returns>Without a name for the recording (<see cref="RecordOptions.SaveTo"/> is empty) where the user gave none.</returns>
    /// <exception cref="FathomException">A value is wrong (<see cref="ExitCode.Usage"/>).</exception>
    public RecordOptions Read(ParseResult parsed, CommandContext context, bool force)
    {
        string? save = parsed.GetValue(_save);
        if (save is "")
            throw FathomException.Usage($"'{_save.Name}' has no name.", $"{_save.Name} NAME.fathom, or leave it out");
        if (_noRuntime.IsOn(parsed) && parsed.GetValue(_events) is { Length: > 0 })
            throw FathomException.Usage($"'{_events.Name}' and '{_noRuntime.Name}' contradict each other.", "leave one of them out");
        foreach (Switch more in (Switch[])[_inlined, _requests])
        {
            if (_noRuntime.IsOn(parsed) && more.IsOn(parsed))
                throw FathomException.Usage($"'{more.Name}' and '{_noRuntime.Name}' contradict each other.", "leave one of them out");
        }

        IReadOnlyList<RecordProfile> profiles = parsed.GetValue(_profile) is { } names ? RecordProfile.Named(names, ReadProfile) : [];
        return new RecordOptions(CommandText.Of(parsed), save ?? "")
        {
            Ring = Last(parsed, profiles),
            // A dated name is free.
            Replace = force && save is not null,
            Duration = DurationOf(_duration, parsed),
            MaxBytes = Size(_maxSize, parsed, LeastSize, long.MaxValue, "1GiB"),
            Frequency = NumberText.Parse(_frequency.Name, parsed.GetValue(_frequency), 1, MostFrequency, KernelRecorderOptions.UsualFrequency),
            StackBytes = StackBytes(parsed),
            RingBytes = Ring(parsed),
            Tracepoints = parsed.GetValue(_event) ?? [],
            Profiles = profiles,
            Providers = Providers(parsed, profiles),
            Requests = _requests.IsOn(parsed),
            Inlined = _inlined.IsOn(parsed),
            WithoutRuntimes = _noRuntime.IsOn(parsed),
            Fathom = OwnCommand.Line(),
            KeepsRaw = _noExtract.IsOn(parsed),
            Labels = KeyValues.Read(parsed, _label),
            SymbolFolders = OptionCatalog.SymbolFolders(parsed, _symbolPath),
            Time = context.Time,
        };
    }

    /// <summary>How long a recording lasts; null where it was not said.</summary>
    /// <exception cref="FathomException">It is no time, or is out of bounds (<see cref="ExitCode.Usage"/>).</exception>
    public static TimeSpan? DurationOf(Option<string?> option, ParseResult parsed) =>
        TimeText.Between(option, parsed, ShortestNs, long.MaxValue, "between 10ms and 292 years", "30s") is { } ns ? TimeText.Span(ns) : null;

    private TimeSpan? Last(ParseResult parsed, IReadOnlyList<RecordProfile> profiles)
    {
        if (TimeText.Between(_last, parsed, ShortestRingNs, LongestRingNs, "between 1s and 1d", "60s") is not { } ns)
            return null;
        if (parsed.GetValue(_maxSize) is not null)
        {
            throw FathomException.Usage(
                $"'{_maxSize.Name}' ends a recording, and '{_last.Name}' keeps its last part, however long it is.", $"leave out {_maxSize.Name}; a shorter {_last.Name} takes less room");
        }

        return profiles.Any(static profile => profile.Calls.Count > 0 || profile.HasFaults || profile.TracedNumbers(isArm: false).Any())
            ? throw FathomException.Usage(
                $"'{_last.Name}' does not keep system calls and page faults yet.", $"leave out {_last.Name}, or the profile; --event records tracepoints")
            : TimeText.Span(ns);
    }

    // What was asked for by its name comes before that of a profile.
    private EventProvider[] Providers(ParseResult parsed, IReadOnlyList<RecordProfile> profiles)
    {
        EventProvider[] asked = [.. (parsed.GetValue(_events) ?? []).SelectMany(static text => ProviderWords.Parse(text))];
        return
        [
            .. asked,
            .. profiles.SelectMany(static profile => profile.Providers).Distinct().SelectMany(static text => ProviderWords.Parse(text))
                .Where(more => asked.All(each => each.Name != more.Name)),
        ];
    }

    private static string ReadProfile(string path)
    {
        return GivenText.ReadAtMost(path, MostProfileChars, reason => Refused(reason)) ?? throw Refused("it is longer than 64 KiB.");

        FathomException Refused(string reason) =>
            FathomException.Usage($"The profile '{path}' cannot be read: {reason}", "docs/record.md has the lines that a profile may have");
    }

    // The kernel takes powers of two.
    private int Ring(ParseResult parsed) =>
        Size(_ring, parsed, LeastRing, MostRing, "64MiB") is { } bytes ? (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)bytes) : KernelRecorderOptions.UsualRingBytes;

    private int? StackBytes(ParseResult parsed)
    {
        if (parsed.GetValue(_stackBytes) is not { } text)
            return null;
        if (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int bytes) || bytes > KernelRecorderOptions.MostStackBytes || bytes % KernelRecorderOptions.StackBytesStep != 0)
        {
            throw FathomException.Usage(
                $"'{text}' in '{_stackBytes.Name} {text}' is not a multiple of {KernelRecorderOptions.StackBytesStep} from 0 to {KernelRecorderOptions.MostStackBytes}.",
                $"{_stackBytes.Name} 8192");
        }

        int least = bytes * LeastRecordsInRing;
        return Ring(parsed) >= least
            ? bytes
            : throw FathomException.Usage($"Rings of that size have no room for samples with {bytes} bytes of the stack.", string.Create(CultureInfo.InvariantCulture, $"{_ring.Name} {least}"));
    }

    private static long? Size(Option<string?> option, ParseResult parsed, long least, long most, string example)
    {
        if (parsed.GetValue(option) is not { } text)
            return null;
        decimal bytes = Quantity.Parse(text, ColumnUnit.Bytes, $"in '{option.Name} {text}'");
        return bytes >= least && bytes <= most
            ? (long)bytes
            : throw FathomException.Usage(
                $"'{text}' in '{option.Name} {text}' is not a size from {least >> 10} KiB on{(most < long.MaxValue ? $" up to {most >> 20} MiB" : "")}.", $"{option.Name} {example}");
    }
}
