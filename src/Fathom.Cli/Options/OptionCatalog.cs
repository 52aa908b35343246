using System.CommandLine;
using Fathom.Model.Renaming;
using Fathom.Sources.Renaming;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Cli.Options;

/// <summary>The one definition of each option that several commands share. A command adds those that work for it.</summary>
internal static class OptionCatalog
{
    /// <summary>An option with one value; the value is kept as text and converted by the command, which knows the better error.</summary>
    public static Option<string?> Value(string name, string valueName, string description, params string[] aliases) =>
        new(name, aliases) { Description = description, HelpName = valueName, Arity = ArgumentArity.ExactlyOne };

    /// <summary>An option that may be given several times.</summary>
    public static Option<string[]> Values(string name, string valueName, string description, params string[] aliases) =>
        new(name, aliases) { Description = description, HelpName = valueName, Arity = ArgumentArity.OneOrMore };

    /// <summary><c>--type</c>; read it with <c>PatternList</c>.</summary>
    public static Option<string[]> Type() =>
        Values("--type", "PATTERN", "Keeps types whose whole name matches, such as MyApp.*,!*Test*.");

    /// <summary><c>--by</c>, with the words that the verb knows.</summary>
    public static Option<string?> By(string words) => Value("--by", words, "Splits the rows further.");

    /// <summary><c>--label</c>; read it with <see cref="KeyValues"/>.</summary>
    public static Option<string[]> Label() => Values("--label", "KEY=VALUE", "Stores a label with the result; context=… is a column of CSV files.");

    /// <summary><c>--time</c>; read it with <see cref="UtcTime"/>.</summary>
    public static Option<string?> Time() =>
        Value("--time", "UTC", "The time stamp to write, such as 2026-11-21T10:00:00Z: the same for snapshots of several processes.");

    /// <summary><c>--save</c>.</summary>
    public static Option<string?> Save() => Value("--save", "RECORDING", "Saves what was measured as a recording: NAME.fathom.");

    /// <summary><c>--layout</c>; read it with <see cref="IsClassic"/>.</summary>
    public static Option<string?> Layout() => Value("--layout", "classic", "Gives the rows of memory the names that MemAnalyzer gave them.");

    /// <summary>Whether <c>--layout classic</c> was given.</summary>
    public static bool IsClassic(ParseResult parsed, Option<string?> layout) => parsed.GetValue(layout) switch
    {
        null => false,
        "classic" => true,
        var other => throw FathomException.Usage($"'{other}' in '--layout {other}' is not a layout.", "--layout classic"),
    };

    /// <summary><c>--rename</c>; read it with <see cref="Rules"/>.</summary>
    public static Option<string?> Rename() => Value("--rename", "FILE", "Names processes by the rules of this file.");

    /// <summary>The rules of <c>--rename</c>, or else those that the environment names.</summary>
    /// <exception cref="FathomException">The file cannot be read (<see cref="ExitCode.Target"/>), or a rule is wrong (<see cref="ExitCode.Usage"/>).</exception>
    public static RenameRules Rules(ParseResult parsed, Option<string?> rename) => RenameFile.LoadGivenOrDefault(parsed.GetValue(rename), Environment.GetEnvironmentVariable);

    /// <summary><c>--dac</c>.</summary>
    public static Option<string?> Dac() => Value("--dac", "DIR", "Loads the runtime's data access library (DAC) from this folder; see docs/dac.md.");

    /// <summary><c>--files</c>; read it with <see cref="Folders"/>.</summary>
    public static Option<string?> Files() => Value(
        "--files",
        "DIR[:DIR]",
        "For the core of a container or another machine: takes assemblies that it leaves out from these folders, each a copy of the root folder there or of the program's.");

    /// <summary>The folders of <c>--files</c>.</summary>
    /// <exception cref="FathomException">One is not there.</exception>
    public static IReadOnlyList<string> Folders(ParseResult parsed, Option<string?> option) => Existing(parsed, option, static _ => false);

    /// <summary><c>--symbol-path</c>; read it with <see cref="SymbolFolders"/>.</summary>
    public static Option<string?> SymbolPath() => Value(
        "--symbol-path",
        "DIR[:DIR]",
        "Looks for symbols in these folders too: files with the recorded build id, and perf-PID.map, which names code compiled at run time.");

    /// <summary>The folders and caches of <c>--symbol-path</c>, and maps of compiled code that it names.</summary>
    /// <param name="parsed">The words.</param>
    /// <param name="option">The option.</param>
    /// <param name="asksServers">Whether its servers are asked, so that it may name nothing else.</param>
    /// <exception cref="FathomException">A folder is not there, or it names none.</exception>
    public static IReadOnlyList<string> SymbolFolders(ParseResult parsed, Option<string?> option, bool asksServers = false)
    {
        if (parsed.GetValue(option) is not { } text)
            return [];
        SymbolPathText path = SymbolPathText.Parse(text, Environment.GetEnvironmentVariable("HOME"));
        if (path.Places.FirstOrDefault(static place => !place.IsCache && !Directory.Exists(place.Folder) && !CompiledMaps.Is(place.Folder)).Folder is { } absent)
            throw NoFolder(absent, option);
        // A cache may come into being later.
        string[] there = [.. path.Places.Select(static place => place.Folder).Where(static place => Directory.Exists(place) || CompiledMaps.Is(place))];
        if (there.Length > 0 || asksServers)
            return there;
        if (path.Places is [var (cache, _), ..])
            throw NoFolder(cache, option);
        return path.Servers is not [var server, ..] ? []
            : throw FathomException.Target($"'{option.Name}' names a server and no folder; '{server}' is asked by 'symbols --fetch' only.",
                $"fathom symbols NAME.fathom --fetch {server}");
    }

    /// <summary>The servers of <c>--symbol-path</c>.</summary>
    public static IReadOnlyList<string> SymbolServers(ParseResult parsed, Option<string?> option) =>
        parsed.GetValue(option) is { } text ? SymbolPathText.Parse(text, home: null).Servers : [];

    /// <summary>Folders and caches that the environment names for debuggers of Windows (<c>_NT_SYMBOL_PATH</c>), as far as they are there.</summary>
    public static IReadOnlyList<string> UsualPdbFolders() => Environment.GetEnvironmentVariable("_NT_SYMBOL_PATH") is { } text
        ? SymbolPathText.Parse(text, Environment.GetEnvironmentVariable("HOME")).Existing()
        : [];

    /// <summary>How much memory Fathom may take for a graph.</summary>
    public static Option<string?> MaxMemory() => Value("--max-memory", "SIZE", "Memory that Fathom may use for the references between objects; by default what is available.");

    /// <summary><c>--max-pause</c>.</summary>
    /// <param name="usual">What it is where it is not given; null for no limit.</param>
    public static Option<string?> MaxPause(TimeSpan? usual) => Value(
        "--max-pause",
        "TIME",
        usual is { } limit
            ? $"The longest time that a process is stopped, {limit.TotalSeconds:0.###}s by default; what is not read by then is not known."
            : "The longest time that a process may be stopped, such as 500ms; no limit by default.");

    /// <summary><c>--file</c> of a query.</summary>
    public static Option<string?> QueryFile() => Value("--file", "FILE", "Reads the query from a file.", "-f");

    /// <summary><c>--param</c>; read it with <see cref="KeyValues"/>.</summary>
    public static Option<string[]> Param() => Values("--param", "NAME=VALUE", "Gives $NAME of the query a value.");

    private static string[] Existing(ParseResult parsed, Option<string?> option, Func<string, bool> isFile)
    {
        string[] folders = parsed.GetValue(option)?.Split(':', StringSplitOptions.RemoveEmptyEntries) ?? [];
        return Array.Find(folders, folder => !Directory.Exists(folder) && !isFile(folder)) is { } absent
            ? throw NoFolder(absent, option) : folders;
    }

    private static FathomException NoFolder(string folder, Option<string?> option) =>
        FathomException.Target($"There is no folder '{folder}', which '{option.Name}' names.", "give existing folders, with ':' between them");
}
