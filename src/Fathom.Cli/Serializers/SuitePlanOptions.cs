using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Options;
using Fathom.Model.Patterns;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Serializers;

/// <summary>The options that say which serializers are measured with which data, and how thoroughly.</summary>
internal sealed class SuitePlanOptions
{
    private const int LargestN = 10_000_000;
    private const int MostThreads = 1024;

    private readonly Option<string[]> _serializer = OptionCatalog.Values("--serializer", "PATTERN", "Takes serializers whose whole name fits: System.Text*,!*(references).");
    private readonly Option<string[]> _case;
    private readonly Option<string?> _n;
    private readonly Option<string?> _payload = OptionCatalog.Value("--payload", "BYTES,…", "Bytes of payload per object, for cases that have one; 0 by default.");
    private readonly Option<string?> _seed = OptionCatalog.Value("--seed", "NUMBER", "Draws other data; 42 by default.");
    private readonly Option<string?> _lane = OptionCatalog.Value("--lane", "LANE,…", "Hands bytes over as stream, byte[], buffer (IBufferWriter) or native (the library's own object); stream by default.");
    private readonly Option<string?> _launches = OptionCatalog.Value("--launches", "N", "Processes per serializer and case, which take turns; 5 by default.");
    private readonly Option<string?> _samples = OptionCatalog.Value("--samples", "N", "Timed runs per process and operation; 10 by default.");
    private readonly Option<string?> _threads = OptionCatalog.Value("--threads", "N,…", "Threads at the same time, each with a serializer of its own; 1 by default.");
    private readonly TargetOptions? _targets;
    private readonly int[] _usualCounts;
    private readonly string[] _usualCases;
    private readonly Switch _quick = new("--quick", "Answers in under two minutes: fewer cases, processes and runs, and shorter warm-ups.");
    private readonly Option[] _all;

    /// <summary>Adds the options to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="measures">Whether it measures; otherwise only those that say which serializers and data are added.</param>
    /// <param name="counts">Objects per case where none are asked for; 100 where there are none here either, 1 where nothing is measured.</param>
    /// <param name="cases">The cases where none are asked for; all of them where there are none here either.</param>
    public SuitePlanOptions(Command command, bool measures = true, int[]? counts = null, string[]? cases = null)
    {
        _usualCounts = counts ?? [measures ? 100 : 1];
        _usualCases = cases ?? [];
        string usualCases = _usualCases.Length > 0 ? string.Join(',', _usualCases) : measures ? "all of them" : "bookshelf";
        _case = OptionCatalog.Values("--case", "NAME", $"Takes these cases: bookshelf,telemetry; {usualCases} by default.");
        _n = OptionCatalog.Value("--objects", "N,N…", $"Objects per case; {string.Join(',', _usualCounts)} by default.", "-n");
        _all = [_serializer, _case, _n, _payload, _seed, .. measures ? (ReadOnlySpan<Option>)[_lane, _launches, _samples, _threads, _quick] : []];
        foreach (Option option in _all)
            command.Add(option);
        if (measures)
            _targets = new TargetOptions(command);
    }

    /// <summary>Whether any of the options was given.</summary>
    public bool IsAnyGiven(ParseResult parsed) => _all.Any(option => parsed.GetResult(option) is { Implicit: false });

    /// <summary>Whether <c>--quick</c> was given.</summary>
    public bool IsQuick(ParseResult parsed) => _quick.IsOn(parsed);

    /// <summary>Whether cases were named.</summary>
    public bool HasCases(ParseResult parsed) => parsed.GetValue(_case) is { Length: > 0 };

    /// <summary>The plan.</summary>
    /// <exception cref="FathomException">A case or lane does not exist, or a number is out of range.</exception>
    public SuitePlan Read(ParseResult parsed)
    {
        bool quick = _quick.IsOn(parsed);
        SuitePlan normal = new();
        return normal with
        {
            Takes = Takes(parsed),
            Targets = _targets?.Read(parsed) ?? normal.Targets,
            Cases = [.. Cases(parsed, quick)],
            Threads = Numbers("--threads", parsed.GetValue(_threads), MostThreads, least: 1) ?? normal.Threads,
            Lanes = Lanes(parsed.GetValue(_lane)) ?? normal.Lanes,
            Launches = NumberText.Parse("--launches", parsed.GetValue(_launches), 1, 1000, quick ? 2 : normal.Launches),
            Samples = NumberText.Parse("--samples", parsed.GetValue(_samples), 1, 10_000, quick ? 5 : normal.Samples),
            WarmupLimit = quick ? TimeSpan.FromMilliseconds(400) : normal.WarmupLimit,
        };
    }

    /// <summary>A plan that shows outputs instead of measuring: one object of the first case unless others are named.</summary>
    /// <exception cref="FathomException">A case does not exist, or a number is out of range.</exception>
    public SuitePlan ReadShown(ParseResult parsed) => new() { Takes = Takes(parsed), Cases = [.. Cases(parsed, quick: true)] };

    private Func<string, bool> Takes(ParseResult parsed)
    {
        if (parsed.GetValue(_serializer) is not { Length: > 0 } patterns)
            return static _ => true;
        PatternList names = new(patterns);
        return name => names.Matches(name);
    }

    private IEnumerable<PlannedCase> Cases(ParseResult parsed, bool quick)
    {
        ulong seed = (ulong)NumberText.Parse("--seed", parsed.GetValue(_seed), 0, int.MaxValue, 42);
        int[] counts = Numbers("--objects", parsed.GetValue(_n), LargestN) ?? _usualCounts, payloads = Numbers("--payload", parsed.GetValue(_payload), LargestN) ?? [0];
        string[] names = [.. (parsed.GetValue(_case) ?? []).SelectMany(static text => text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))];
        if (names.Length == 0)
            names = _usualCases;
        IEnumerable<SerializerCase> cases = names.Length > 0 ? names.Select(Find) : quick ? CaseCatalog.All.Take(1) : CaseCatalog.All;
        foreach (SerializerCase one in cases)
        {
            foreach (int n in counts)
            {
                foreach (int payload in one.HasPayload ? payloads : payloads[..1])
                    yield return new PlannedCase(one.Name, new CaseDials { N = n, Payload = one.HasPayload ? payload : 0, Seed = seed });
            }
        }
    }

    /// <summary>The case of a name.</summary>
    /// <exception cref="FathomException">There is none; near names are said.</exception>
    internal static SerializerCase Find(string name)
    {
        if (CaseCatalog.Find(name) is { } one)
            return one;
        string all = string.Join(", ", CaseCatalog.All.Select(static known => known.Name));
        string? near = NearMiss.Find(name, CaseCatalog.All.Select(static known => known.Name));
        throw FathomException.Usage($"There is no case '{name}'.", near is null ? $"the cases are {all}" : $"did you mean '{near}'? The cases are {all}");
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

    private static int[]? Numbers(string option, string? text, int most, int least = 0) => text?
        .Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
        .Select(part => NumberText.Parse(option, Expand(part), least, most, least))
        .ToArray();

    // 10k and 1M, as the articles write them.
    private static string Expand(string part) => part switch
    {
        [.. var digits, 'k' or 'K'] => digits + "000",
        [.. var digits, 'M'] => digits + "000000",
        _ => part.ToString(CultureInfo.InvariantCulture),
    };
}
