using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Options;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>The options that say which serializers are measured with which data, and how thoroughly.</summary>
internal sealed class SuitePlanOptions
{
    // Some serializers lose an empty payload; a few bytes come back from all.
    private const int QuickPayload = 10;
    private const int MostThreads = 1024;
    private const double LeastPrecision = 0.5;
    private const double MostPrecision = 50;

    private readonly SerializerChoice _choice;
    private readonly CaseOptions _cases;
    private readonly Option<string?> _lane =
        OptionCatalog.Value("--lane", "LANE,…", "Uses a stream, byte[], buffer (IBufferWriter and ReadOnlySequence), text (string) or native (the library's own object); stream by default.");
    private readonly Option<string?> _launches = OptionCatalog.Value("--launches", "N", "Processes per serializer and case, which alternate; 5 by default.");
    private readonly Option<string?> _precision = OptionCatalog.Value("--precision", "PERCENT", "Adds processes until the bounds of each ratio to the fastest are that close, such as 5%.");
    private readonly Option<string?> _precisionTime = OptionCatalog.Value("--precision-time", "TIME", "The longest time that --precision adds; 10min by default.");
    private readonly Option<string?> _samples = OptionCatalog.Value("--samples", "N", "Timed runs per process and operation; 10 by default.");
    private readonly Option<string?> _threads;
    private readonly int[] _usualThreads;
    private readonly TargetOptions? _targets;
    private readonly Switch _quick;
    private readonly Option[] _all;

    /// <summary>Adds the options to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="measures">Whether it measures; otherwise only those that say which serializers and data are added.</param>
    /// <param name="counts">Objects per case where none are asked for; 100 where there are none here either, 1 where nothing is measured.</param>
    /// <param name="cases">The cases where none are asked for; all of them where there are none here either.</param>
    /// <param name="threads">Threads at the same time where none are asked for; one where there are none here either.</param>
    public SuitePlanOptions(GroupedCommand command, bool measures = true, int[]? counts = null, string[]? cases = null, int[]? threads = null)
    {
        _usualThreads = threads ?? [1];
        _threads = OptionCatalog.Value(
            "--threads",
            "N,…",
            $"Threads at the same time, each with a serializer of its own; {(threads is null ? "1" : "1, 2, 4 … up to the processors of the machine")} by default.");
        string one = cases is null ? $"one case (books with {QuickPayload} bytes of payload), " : "";
        _quick = new Switch("--quick", $"Answers in about two minutes: {one}fewer processes and runs.");
        _choice = new SerializerChoice(command);
        _cases = new CaseOptions(command, counts ?? [measures ? 100 : 1], cases ?? [], measures ? "all of them" : "bookshelf");
        _all = [.. _choice.All, .. _cases.All];
        if (!measures)
            return;
        command.Add(_quick);
        OptionGroup measurement = command.AddGroup("Measurement");
        measurement.Add(_lane, _launches, _precision, _precisionTime, _samples, _threads);
        _all = [.. _all, _quick, .. measurement.Options];
        _targets = new TargetOptions(command);
    }

    /// <summary>The options that say how often something is repeated.</summary>
    public ReadOnlySpan<Option> Repeats => (Option[])[_launches, _samples, _precision, _precisionTime];

    /// <summary>Whether any of the options was given.</summary>
    public bool IsAnyGiven(ParseResult parsed) => _all.Any(option => parsed.GetResult(option) is { Implicit: false }) || _targets?.IsAnyGiven(parsed) == true;

    /// <summary>Whether <c>--quick</c> was given.</summary>
    public bool IsQuick(ParseResult parsed) => _quick.IsOn(parsed);

    /// <summary>Whether cases were named.</summary>
    public bool HasCases(ParseResult parsed) => _cases.HasCases(parsed);

    /// <summary>The dials of one object: for the user's own type.</summary>
    /// <exception cref="FathomException">A number is out of range.</exception>
    public CaseDials Dials(ParseResult parsed) => _cases.Dials(parsed);

    /// <summary>The plan.</summary>
    /// <exception cref="FathomException">A case or lane does not exist, or a number is out of range.</exception>
    public SuitePlan Read(ParseResult parsed)
    {
        bool quick = _quick.IsOn(parsed);
        SuitePlan normal = new();
        return _choice.AddTo(normal, parsed) with
        {
            Targets = _targets?.Read(parsed) ?? normal.Targets,
            Cases = [.. _cases.Read(parsed, takesOne: quick, QuickPayload)],
            Threads = CaseOptions.Numbers("--threads", parsed.GetValue(_threads), MostThreads, least: 1) ?? _usualThreads,
            Lanes = Lanes(parsed.GetValue(_lane)) ?? normal.Lanes,
            Launches = NumberText.Parse("--launches", parsed.GetValue(_launches), 1, 1000, quick ? 3 : normal.Launches),
            Precision = Precision(parsed.GetValue(_precision)),
            PrecisionTime = PrecisionTime(parsed) ?? normal.PrecisionTime,
            Samples = NumberText.Parse("--samples", parsed.GetValue(_samples), 1, 10_000, quick ? 5 : normal.Samples),
            WarmupLimit = quick ? TimeSpan.FromMilliseconds(2500) : normal.WarmupLimit,
        };
    }

    /// <summary>A plan that shows outputs instead of measuring: one object of the first case unless others are named.</summary>
    /// <exception cref="FathomException">A case does not exist, or a number is out of range.</exception>
    public SuitePlan ReadShown(ParseResult parsed) => _choice.AddTo(new SuitePlan { Cases = [.. _cases.Read(parsed, takesOne: true)] }, parsed);

    private static double? Precision(string? text)
    {
        if (text is null)
            return null;
        return double.TryParse(text.TrimEnd('%'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double percent) && percent is >= LeastPrecision and <= MostPrecision
            ? percent / 100
            : throw FathomException.Usage($"'{text}' in '--precision {text}' is not a share from {LeastPrecision:0.#} % to {MostPrecision:0} %.", "--precision 5%");
    }

    private TimeSpan? PrecisionTime(ParseResult parsed)
    {
        if (parsed.GetValue(_precisionTime) is not { } text)
            return null;
        if (parsed.GetValue(_precision) is null)
            throw FathomException.Usage("'--precision-time' limits '--precision', which was not given.", $"--precision 5% --precision-time {text}");
        return TimeSpan.FromMicroseconds((double)(TimeText.Nanoseconds("--precision-time", text) / 1000));
    }

    private static List<string>? Lanes(string? text)
    {
        if (text is null)
            return null;
        List<string> lanes = [.. text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)];
        foreach (string lane in lanes)
        {
            if (!LaneNames.All.Any(known => known.Name == lane))
                throw FathomException.Usage($"There is no lane '{lane}'.", $"the lanes are {string.Join(", ", LaneNames.All.Select(static known => known.Name))}");
        }

        return lanes;
    }
}
