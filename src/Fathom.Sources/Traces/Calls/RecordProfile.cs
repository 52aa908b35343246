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
/// event SYSTEM:NAME                                   a tracepoint of the whole machine
/// call  NAME X64 ARM64 OPERATION MAKES ARGUMENT...    a system call
/// </code>
/// </remarks>
/// <param name="Name">Its name.</param>
public sealed record RecordProfile(string Name)
{
    /// <summary>The name of the profile that is recorded where none is named.</summary>
    public const string Default = "default";

    private const string Extension = ".profile";

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
    public IReadOnlyList<string> Events { get; private init; } = [];

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
    /// <exception cref="FathomException">There is none of a name; the message lists those that there are.</exception>
    public static IReadOnlyList<RecordProfile> Named(string names) =>
    [
        .. names.Split(',', StringSplitOptions.TrimEntries).Select(static name =>
            Shipped.FirstOrDefault(each => each.Name == name) ?? throw FathomException.Usage(
            $"There is no profile '{name}'.",
            NearMiss.Find(name, [.. Shipped.Select(static each => each.Name)]) is { } near ? $"did you mean '{near}'?"
                : "fathom record --list-profiles shows all")).Distinct(),
    ];

    /// <summary>Reads a profile.</summary>
    /// <exception cref="FormatException">A line makes no sense; the message says which one.</exception>
    public static RecordProfile Parse(string name, string text)
    {
        RecordProfile made = new(name);
        List<string> tables = [];
        List<string> events = [];
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
                case ["event", var one] when one.Contains(':', StringComparison.Ordinal):
                    events.Add(one);
                    break;
                case ["call", var call, var x64, var arm64, var operation, var makes,
                    .. var arguments] when arguments.Length <= SystemCall.ArgumentCount && arguments.All(s_arguments.ContainsKey):
                    calls.Add(new RecordedCall(call, Number(x64), Number(arm64), OrNull(operation), OrNull(makes),
                        [.. arguments.Select(static argument => s_arguments[argument])]));
                    break;
                default:
                    throw new FormatException($"The line '{line}' of the profile '{name}' makes no sense.");
            }
        }

        return made with { Tables = tables, Events = events, Calls = calls };
    }

    private static int Number(string word) => word == "-" ? -1 : int.Parse(word, NumberStyles.None, CultureInfo.InvariantCulture);

    private static string? OrNull(string word) => word is "-" or "" ? null : word;

    private static string TextOf(string resource)
    {
        using Stream stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(resource)!;
        using StreamReader reader = new(stream);
        return reader.ReadToEnd();
    }
}
