using System.Globalization;
using System.Reflection;
using Fathom.Formats.PerfData.Events;
using Fathom.Model;

namespace Fathom.Sources.Traces.Calls;

/// <summary>What a recording holds beside what every one does: a list of events, kept as a text.</summary>
/// <remarks>
/// <code>
/// # comment
/// adds  WHAT                                          one line
/// cost  WHAT                                          one line, as measured
/// table NAME                                          each table that its events fill
/// event SYSTEM:NAME [FILTER]                          a tracepoint of the whole machine, with its callers
/// user  SYSTEM:NAME [FILTER]                          the same with those in the program only
/// plain SYSTEM:NAME [FILTER]                          the same without
/// call  NAME X64 ARM64 OPERATION MAKES ARGUMENT...    a system call whose paths and descriptors are followed
/// call  NAME                                          the same, as a shipped profile has it
/// trace NAME                                          a system call: its name, times and result; * for all
/// faults                                              page faults
/// provider NAME:KEYWORDS:LEVEL                        events of .NET runtimes
/// </code>
/// </remarks>
/// <param name="Name">Its name.</param>
public sealed record RecordProfile(string Name)
{
    /// <summary>The name of the profile that is recorded where none is named.</summary>
    public const string Default = "default";

    /// <summary>Stands for all system calls.</summary>
    public const string All = "*";

    /// <summary>End of the name of a file that holds a profile.</summary>
    public const string Extension = ".profile";

    // More than any table of the kernel has.
    private const int MostNumbers = 512;

    private static readonly Dictionary<string, CallArgument> s_arguments = new()
    {
        ["-"] = CallArgument.None, ["path"] = CallArgument.Path, ["other_path"] = CallArgument.OtherPath, ["dir"] = CallArgument.Dir,
        ["other_dir"] = CallArgument.OtherDir,
        ["fd"] = CallArgument.Fd, ["other_fd"] = CallArgument.OtherFd, ["size"] = CallArgument.Size, ["flags"] = CallArgument.Flags,
        ["offset"] = CallArgument.Offset,
        ["command"] = CallArgument.Command, ["last"] = CallArgument.Last, ["pair"] = CallArgument.Pair,
    };

    /// <summary>What it adds, in one line.</summary>
    public string Adds { get; private init; } = "";

    /// <summary>What that was measured to cost, in one line.</summary>
    public string Cost { get; private init; } = "";

    /// <summary>Tables that its events fill.</summary>
    public IReadOnlyList<string> Tables { get; private init; } = [];

    /// <summary>Tracepoints, of the whole machine.</summary>
    public IReadOnlyList<ProfileEvent> Events { get; private init; } = [];

    /// <summary>Names of system calls of which only name, times and result are recorded; one of them <see cref="All"/> for all.</summary>
    public IReadOnlyList<string> Traced { get; private init; } = [];

    /// <summary>Whether page faults are recorded.</summary>
    public bool HasFaults { get; private init; }

    /// <summary>Providers of runtime events, as <c>--events</c> has them.</summary>
    public IReadOnlyList<string> Providers { get; private init; } = [];

    /// <summary>System calls.</summary>
    public IReadOnlyList<RecordedCall> Calls { get; private init; } = [];

    /// <summary>Those that are shipped, the one that is always recorded first.</summary>
    public static IReadOnlyList<RecordProfile> Shipped { get; } =
    [
        .. typeof(RecordProfile).Assembly.GetManifestResourceNames().Where(static name =>
            name.EndsWith(Extension, StringComparison.Ordinal))
            .OrderBy(static name => name == Default + Extension ? 0 : 1).ThenBy(static name => name, StringComparer.Ordinal)
            .Select(static name => Parse(name[..^Extension.Length], TextOf(name))),
    ];

    /// <summary>Finds the profiles of a list of names with commas between them.</summary>
    /// <param name="names">Names, and files: what has a slash, or ends with <see cref="Extension"/>.</param>
    /// <param name="read">Reads the text of a file.</param>
    /// <exception cref="FathomException">No profile has the name, or a file makes no sense; the message lists what is possible.</exception>
    public static IReadOnlyList<RecordProfile> Named(string names, Func<string, string>? read = null) =>
    [
        .. names.Split(',', StringSplitOptions.TrimEntries).Distinct().Select(name => read is not null && IsFile(name) ? Own(name, read(name))
            : Shipped.FirstOrDefault(each => each.Name == name) ?? throw FathomException.Usage(
            $"There is no profile '{name}'.",
            NearMiss.Find(name, [.. Shipped.Select(static each => each.Name)]) is { } near ? $"did you mean '{near}'?"
                : "fathom record --list-profiles shows all")),
    ];

    /// <summary>Numbers of the system calls of which only name, times and result are recorded.</summary>
    /// <param name="isArm">Those of arm64, or else of x64.</param>
    public IEnumerable<int> TracedNumbers(bool isArm) => Traced.Contains(All) ? Enumerable.Range(0, MostNumbers)
        : SystemCallNames.All.Where(call => Traced.Contains(call.Name)).Select(call => isArm ? call.Arm64 : call.X64).Where(static number => number >= 0);

    /// <summary>Reads a profile.</summary>
    /// <exception cref="FormatException">A line makes no sense; the message says which one.</exception>
    public static RecordProfile Parse(string name, string text)
    {
        RecordProfile made = new(name);
        List<string> tables = [], traced = [], providers = [];
        List<ProfileEvent> events = [];
        List<RecordedCall> calls = [];
        foreach (string line in text.Split('\n').Select(static line => line.Trim()).Where(static line => line is not ("" or ['#', ..])))
        {
            string[] words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            string rest = line[words[0].Length..].Trim();
            switch (words)
            {
                case ["adds", ..]:
                    made = made with { Adds = rest };
                    break;
                case ["cost", ..]:
                    made = made with { Cost = rest };
                    break;
                case ["table", var table]:
                    tables.Add(table);
                    break;
                case ["event" or "user" or "plain", var one, ..] when one.Contains(':', StringComparison.Ordinal):
                    events.Add(new ProfileEvent(one, CallersOf(words[0]), words.Length > 2 ? rest[one.Length..].Trim() : null));
                    break;
                case ["trace", var call] when call == All || SystemCallNames.All.Any(each => each.Name == call):
                    traced.Add(call);
                    break;
                case ["faults"]:
                    made = made with { HasFaults = true };
                    break;
                case ["provider", var provider]:
                    providers.Add(provider);
                    break;
                case ["call", var call] when Known(call) is { } known:
                    calls.Add(known);
                    break;
                case ["call", var call, var x64, var arm64, var operation, var makes,
                    .. var arguments] when arguments.Length <= SystemCall.ArgumentCount && arguments.All(s_arguments.ContainsKey)
                        && IsNumber(x64) && IsNumber(arm64):
                    calls.Add(new RecordedCall(call, Number(x64), Number(arm64), OrNull(operation), OrNull(makes),
                        [.. arguments.Select(static argument => s_arguments[argument])]));
                    break;
                default:
                    throw new FormatException($"The line '{line}' of the profile '{name}' makes no sense.");
            }
        }

        return made with { Tables = tables, Events = events, Calls = calls, Traced = traced, Providers = providers };
    }

    private static ProfileCallers CallersOf(string word) => word == "event" ? ProfileCallers.All
        : word == "user" ? ProfileCallers.Program : ProfileCallers.None;

    private static bool IsFile(string name) => name.Contains('/', StringComparison.Ordinal) || name.EndsWith(Extension, StringComparison.Ordinal);

    // What a call means is known where it is read, which may be another machine: so it is that of a shipped profile.
    private static RecordProfile Own(string path, string text)
    {
        const string next = "docs/record.md has the lines that a profile may have";
        try
        {
            RecordProfile made = Parse(path, text);
            if (made.Calls.FirstOrDefault(static call => Known(call.Name) != call) is { } foreign)
                throw FathomException.Usage($"The call '{foreign.Name}' of the profile '{path}' is declared there.", $"call {foreign.Name}, if profile io has it, or: trace {foreign.Name}");
            return made.Events.Count + made.Calls.Count + made.Traced.Count + made.Providers.Count > 0 || made.HasFaults
                ? made : throw FathomException.Usage($"The profile '{path}' records nothing.", next);
        }
        catch (FormatException e)
        {
            throw FathomException.Usage(e.Message, next);
        }
    }

    private static RecordedCall? Known(string name) =>
        Shipped?.SelectMany(static profile => profile.Calls).FirstOrDefault(call => call.Name == name);

    private static bool IsNumber(string word) => word == "-" || ushort.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out _);

    private static int Number(string word) => word == "-" ? -1 : int.Parse(word, NumberStyles.None, CultureInfo.InvariantCulture);

    private static string? OrNull(string word) => word is "-" or "" ? null : word;

    private static string TextOf(string resource)
    {
        using Stream stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(resource)!;
        using StreamReader reader = new(stream);
        return reader.ReadToEnd();
    }
}
