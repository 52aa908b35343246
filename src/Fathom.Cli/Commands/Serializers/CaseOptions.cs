using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Options;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>The options that say what data is serialized: which cases, how much, and the dials of how it is drawn. Every command that takes a case has these.</summary>
internal sealed class CaseOptions
{
    private const int LargestN = 10_000_000;
    private const int LongestString = 1_000_000;
    private const int DeepestNesting = 1_000;

    private static readonly CaseDials s_usual = new();

    private readonly Option<string[]> _case;
    private readonly Option<string?> _n;
    private readonly Option<string?> _payload = OptionCatalog.Value("--payload", "BYTES,…", "Bytes of payload per object, for cases that have one; 0 by default.");
    private readonly Option<string?> _seed = OptionCatalog.Value("--seed", "NUMBER", $"Generates other data; {s_usual.Seed} by default.");
    private readonly Option<string?> _stringLength = OptionCatalog.Value("--string-length", "N", $"Mean length of free text, characters; {s_usual.StringLength} by default.");
    private readonly Option<string?> _nonAscii = OptionCatalog.Value("--non-ascii", "PERCENT", $"Characters of free text beyond ASCII; {s_usual.NonAsciiPercent} by default.");
    private readonly Option<string?> _entropy = OptionCatalog.Value("--entropy", "PERCENT", $"How much of text and payload is random; {s_usual.EntropyPercent} by default, the rest repeats.");
    private readonly Option<string?> _nulls = OptionCatalog.Value("--nulls", "PERCENT", $"How many of the nullable members are null; {s_usual.NullPercent} by default.");
    private readonly Option<string?> _nesting = OptionCatalog.Value("--nesting", "N", $"Nesting depth; {s_usual.Nesting} by default.");
    private readonly int[] _usualCounts;
    private readonly string[] _usualCases;

    /// <summary>Adds the options to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="counts">Objects per case where none are asked for.</param>
    /// <param name="cases">The cases where none are asked for; all of them, or the first one, where there are none here either.</param>
    /// <param name="otherwise">What the help says of the latter; null where the command takes one case of one size.</param>
    public CaseOptions(GroupedCommand command, int[] counts, string[] cases, string? otherwise)
    {
        _usualCounts = counts;
        _usualCases = cases;
        string usual = cases.Length > 0 ? string.Join(',', cases) : otherwise ?? "";
        _case = OptionCatalog.Values("--case", "NAME", otherwise is null ? $"The case; {usual} by default." : $"Selects these cases: tweets,log; {usual} by default.");
        _n = OptionCatalog.Value("--objects", otherwise is null ? "N" : "N,N…", $"Objects per case; {string.Join(',', counts)} by default.", "-n");
        OptionGroup data = command.AddGroup("Data");
        command.Add(_case);
        command.Add(_n);
        data.Add(_payload, _seed, _stringLength, _nonAscii, _entropy, _nulls, _nesting);
        All = [_case, _n, .. data.Options];
    }

    /// <summary>The options.</summary>
    public IReadOnlyList<Option> All { get; }

    /// <summary>Whether cases were named.</summary>
    public bool HasCases(ParseResult parsed) => parsed.GetValue(_case) is { Length: > 0 };

    /// <summary>The cases, each with all numbers of objects and payloads that it knows; a case of one object has neither.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="takesOne">Whether the first case is enough where none are named.</param>
    /// <param name="onePayload">The payload of that first case where none is asked for.</param>
    /// <exception cref="FathomException">A case does not exist, or a number is out of range.</exception>
    public IEnumerable<PlannedCase> Read(ParseResult parsed, bool takesOne, int onePayload = 0)
    {
        CaseDials dials = Drawn(parsed);
        int[] counts = Numbers("--objects", parsed.GetValue(_n), LargestN) ?? _usualCounts, payloads = Payloads(parsed);
        string[] names = [.. (parsed.GetValue(_case) ?? []).SelectMany(static text => text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))];
        if (names.Length == 0)
            names = _usualCases;
        if (names.Length == 0 && takesOne && parsed.GetValue(_payload) is null)
            payloads = [onePayload];
        SerializerCase[] cases = [.. names.Length > 0 ? names.Select(Find) : takesOne ? CaseCatalog.All.Take(1) : CaseCatalog.All];
        if (parsed.GetValue(_n) is { } asked && counts is not [1] && cases.All(static one => !one.HasCount))
        {
            throw FathomException.Usage(
                $"'--objects {asked}' has no effect on {string.Join(", ", cases.Select(static one => $"'{one.Name}'"))}: {(cases.Length == 1 ? "that is" : "each is")} one object.",
                $"--case bookshelf -n {asked}");
        }

        foreach (SerializerCase one in cases)
        {
            foreach (int n in one.HasCount ? counts : [1])
            {
                foreach (int payload in one.HasPayload ? payloads : [0])
                    yield return new PlannedCase(one.Name, dials with { N = n, Payload = payload });
            }
        }
    }

    /// <summary>The dials of one object.</summary>
    /// <exception cref="FathomException">A number is out of range.</exception>
    public CaseDials Dials(ParseResult parsed) => Drawn(parsed) with { Payload = Payloads(parsed)[0] };

    /// <summary>Numbers parted by commas; 10k and 1M as the articles write them.</summary>
    /// <param name="option">The option, for the error.</param>
    /// <param name="text">Its value; null where it was not given.</param>
    /// <param name="most">The largest that is taken.</param>
    /// <param name="least">The smallest that is taken.</param>
    /// <exception cref="FathomException">One is out of range.</exception>
    internal static int[]? Numbers(string option, string? text, int most, int least = 0) => text?
        .Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
        .Select(part => Number(option, part, least, most, least))
        .ToArray() switch
        {
            [] => throw FathomException.Usage($"'{option}' has no number.", $"{option} {least},{most}"),
            var numbers => numbers,
        };

    private static SerializerCase Find(string name)
    {
        if (CaseCatalog.Find(name) is { } one)
            return one;
        string all = string.Join(", ", CaseCatalog.All.Select(static known => known.Name));
        string? near = NearMiss.Find(name, CaseCatalog.All.Select(static known => known.Name));
        throw FathomException.Usage($"There is no case '{name}'.", near is null ? $"the cases are {all}" : $"did you mean '{near}'? The cases are {all}");
    }

    private CaseDials Drawn(ParseResult parsed) => new()
    {
        Seed = (ulong)NumberText.Parse("--seed", parsed.GetValue(_seed), 0, int.MaxValue, (int)s_usual.Seed),
        StringLength = Number("--string-length", parsed.GetValue(_stringLength), 0, LongestString, s_usual.StringLength),
        NonAsciiPercent = NumberText.Parse("--non-ascii", parsed.GetValue(_nonAscii), 0, 100, s_usual.NonAsciiPercent),
        EntropyPercent = NumberText.Parse("--entropy", parsed.GetValue(_entropy), 0, 100, s_usual.EntropyPercent),
        NullPercent = NumberText.Parse("--nulls", parsed.GetValue(_nulls), 0, 100, s_usual.NullPercent),
        Nesting = NumberText.Parse("--nesting", parsed.GetValue(_nesting), 0, DeepestNesting, s_usual.Nesting),
    };

    private int[] Payloads(ParseResult parsed) => Numbers("--payload", parsed.GetValue(_payload), LargestN) ?? [0];

    private static int Number(string option, string? text, int least, int most, int otherwise) => NumberText.Parse(option, text is null ? null : Expand(text), least, most, otherwise);

    private static string Expand(string part) => part switch
    {
        [.. var digits, 'k' or 'K'] => digits + "000",
        [.. var digits, 'M'] => digits + "000000",
        _ => part.ToString(CultureInfo.InvariantCulture),
    };
}
