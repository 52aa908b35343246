using System.Globalization;
using System.Text.RegularExpressions;
using Fathom.TestSupport;

namespace Fathom.EndToEnd.Documents;

/// <summary>A command of a document, and how it is run there.</summary>
/// <param name="Text">As it stands there, without what is told behind a '#'.</param>
internal sealed partial record DocumentedCommand(string Text)
{
    /// <summary>Why a command on a Windows trace is not run with the others.</summary>
    public const string OfWindows = "needs a trace of Windows, on which WindowsCommandsTests run it";

    private const string NoPrograms = "does not hold the programs of the serializers";

    // What a page saves or is given of a measurement can be shown again in moments.
    private bool IsShown => MeasuredBefore().IsMatch(Text);

    // Measuring serializers takes minutes to hours; what is wrong with a command line is said before the programs are looked for.
    private bool IsMeasuring => Text.StartsWith("fathom serializers", StringComparison.Ordinal) && !IsShown;

    // These end with Ctrl-C, or when something happens that does not here.
    private bool IsEndless => IsWatch || Text.Contains(" --when ", StringComparison.Ordinal);

    private bool IsWatch => Text.StartsWith("fathom watch", StringComparison.Ordinal) && !Text.Contains("--input", StringComparison.Ordinal);

    /// <summary>Why it is not run at all; empty where it is.</summary>
    public string WhyNot => Text switch
    {
        "fathom COMMAND --help" => "a placeholder",
        "fathom dump -- MyApp ARGS" => "ends with the crash that it waits for, which DumpOfCrashTests make",
        _ when Text.Contains(" -- MyApp ARGS", StringComparison.Ordinal) || Text.Contains(" -- dotnet MyApp.dll", StringComparison.Ordinal) => "starts a program, which LiveTraceTests do",
        _ when Text.StartsWith("fathom record ", StringComparison.Ordinal) => "records until Ctrl-C or for half a minute, which RecordTests do",
        _ when Text.StartsWith("fathom mark ", StringComparison.Ordinal) => "needs a recorder that runs, which MarkerTests start",
        _ when Text == "fathom save" || Text.StartsWith("fathom save ", StringComparison.Ordinal) => "needs a flight recorder that runs, which RecordSaveTests start",
        _ when Text.Contains("spikes.csv", StringComparison.Ordinal) => "needs a file of intervals, which WindowCommandTests write",
        _ when Text.StartsWith("./fathom ", StringComparison.Ordinal) => "builds the checkout that the tests run in",
        _ when Text.Contains("perf.data", StringComparison.Ordinal) => "needs a recording of perf, which TraceViewTests make",
        _ when Text.Contains("~/symbols", StringComparison.Ordinal) => "needs symbols of a folder, which SymbolsTests make",
        _ when Text.Contains(" --fetch", StringComparison.Ordinal) => "asks symbol servers, of which SymbolsTests have their own",
        _ when Text.Contains("2026-", StringComparison.Ordinal) => "names the time of one recording, as WindowCommandTests do",
        _ when Text.Contains("app.kernel.etl", StringComparison.Ordinal) => "needs the two files of one session, which EtlExtractorTests make",
        _ when Text.Contains(".etl", StringComparison.Ordinal) => OfWindows,
        "fathom mcp" => "serves until its input ends, which McpTests do",
        "fathom heap suspects Leak" => "the output of the leak hunt, which LeakHuntTests run",
        "fathom diff before.fathom after.fathom" => "compares two recordings, which ComparisonTests make",
        "fathom waits Shop" => "the output of a service with nine causes, which NineCausesTests record",
        _ => "",
    };

    // The sample has no class of that name.
    private bool NamesAClass => Text.Contains("MyApp.Order", StringComparison.Ordinal);

    /// <summary>
    /// How it may end. A machine that tells not all to everybody makes an answer about the whole machine partial, seconds are too short for a limit on growth, and a busy machine may be
    /// interrupted before it has begun.
    /// </summary>
    public int[] Ends =>
        IsMeasuring || NamesAClass ? [3]
        : IsWatch ? Text.Contains("--fail-if", StringComparison.Ordinal) ? [0, 1, 130] : [0, 130]
        : Text.Contains("--fail-if", StringComparison.Ordinal) ? [0, 10]
        : Text.StartsWith("fathom orphans", StringComparison.Ordinal) || Text.StartsWith("fathom doctor", StringComparison.Ordinal) ? [0, 1]
        : Text.Contains(" --when ", StringComparison.Ordinal) ? [3, 130]
        : [0];

    /// <summary>What it says where it is run up to a point only; null where it is run whole.</summary>
    public string? Says => IsMeasuring ? NoPrograms : NamesAClass ? "No object on the heap has a type named 'MyApp.Order'." : Text.Contains(" --when ", StringComparison.Ordinal) ? "" : null;

    /// <summary>The pages.</summary>
    public static IEnumerable<string> Pages() =>
        Directory.EnumerateFiles(Path.Combine(Repository.Root, "docs"), "*.md").Select(static file => $"docs/{Path.GetFileName(file)}").Order(StringComparer.Ordinal).Append("README.md");

    /// <summary>The commands of a page, in order: those in blocks, and in the README and the list of answers those in their sentences too.</summary>
    public static IReadOnlyList<DocumentedCommand> Of(string page)
    {
        List<DocumentedCommand> all = [];
        bool isBlock = false;
        foreach (string line in File.ReadLines(Path.Combine(Repository.Root, page)))
        {
            if (line.StartsWith("```", StringComparison.Ordinal))
                isBlock = !isBlock;
            else if ((isBlock || line.StartsWith("    ", StringComparison.Ordinal)) && Typed().Match(line) is { Success: true } typed)
                all.Add(new DocumentedCommand(Told().Replace(typed.Groups[1].Value, "").Trim()));
            else if (!isBlock && (page is "README.md" or "docs/answers.md"))
                all.AddRange(Spoken().Matches(line).Select(static match => new DocumentedCommand(match.Groups[1].Value)));
        }

        return all;
    }

    /// <summary>The line for the shell; null where it is not run.</summary>
    /// <param name="pid">The program that the documents call MyApp, or api.</param>
    /// <param name="otherPid">Another one, which they call worker.</param>
    public string? Line(int pid, int otherPid)
    {
        if (WhyNot.Length > 0)
            return null;
        string line = Named().Replace(Text, match => string.Create(CultureInfo.InvariantCulture, $"pid:{(match.Value == "worker" ? otherPid : pid)}"));
        return IsEndless ? $"timeout --preserve-status -s INT 8 {line}" : line;
    }

    /// <summary>The environment of the run.</summary>
    /// <param name="folder">Where dumps and temporary recordings may be written.</param>
    public IReadOnlyDictionary<string, string> Environment(TestFolder folder) =>
        IsMeasuring ? new Dictionary<string, string> { ["FATHOM_SERIALIZERS"] = folder.Path } : new Dictionary<string, string> { ["TMPDIR"] = folder.Path };

    [GeneratedRegex(@"^\s*(?:\$ )?((?:\./)?fathom .*)$")]
    private static partial Regex Typed();

    [GeneratedRegex(@"\s+#.*$")]
    private static partial Regex Told();

    [GeneratedRegex("`(fathom [^`]+)`")]
    private static partial Regex Spoken();

    [GeneratedRegex(@"\b(MyApp|api|worker)\b(?![./])")]
    private static partial Regex Named();

    [GeneratedRegex(@"^fathom serializers (?:[a-z]+ )?monday\.fathom|--resume monday\.fathom")]
    private static partial Regex MeasuredBefore();
}
