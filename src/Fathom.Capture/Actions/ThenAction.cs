using System.Buffers;
using Fathom.Capture.Programs;
using Fathom.Model;

namespace Fathom.Capture.Actions;

/// <summary>
/// One thing that is done when a condition is met: <c>dump</c>, <c>snapshot</c>, <c>stacks</c>, <c>recording</c>, or <c>exec COMMAND</c>.
/// </summary>
/// <param name="Kind">What it is.</param>
/// <param name="Command">Program and arguments of a command; empty for all else.</param>
public sealed record ThenAction(ThenKind Kind, IReadOnlyList<string> Command)
{
    private const string Exec = "exec";
    private const int Most = 16;

    // Only a shell gives a meaning to these, and none reads the command.
    private static readonly SearchValues<char> s_ofShell = SearchValues.Create("\"'`$|&;<>");

    private static readonly Dictionary<string, ThenKind> s_kinds = new(StringComparer.Ordinal)
    {
        ["dump"] = ThenKind.Dump, ["snapshot"] = ThenKind.Snapshot, ["stacks"] = ThenKind.Stacks, ["recording"] = ThenKind.Recording,
    };

    /// <summary>As the user wrote it.</summary>
    public string Text => Kind == ThenKind.Exec ? $"{Exec} {string.Join(' ', Command)}" : Word;

    /// <summary>Its name.</summary>
    public string Word => Kind == ThenKind.Exec ? Exec : s_kinds.Single(kind => kind.Value == Kind).Key;

    /// <summary>Whether it looks at the process as it is at the condition; all else comes after it.</summary>
    public bool IsLook => Kind is ThenKind.Dump or ThenKind.Snapshot or ThenKind.Stacks;

    /// <summary>The end of the name of its file.</summary>
    /// <exception cref="InvalidOperationException">It has none.</exception>
    public string Suffix => Kind switch
    {
        ThenKind.Dump => ".core",
        ThenKind.Snapshot => ".heap.fathom",
        ThenKind.Stacks => ".stacks.fathom",
        ThenKind.Recording => ".recording.fathom",
        _ => throw new InvalidOperationException("A command makes no file that is known."),
    };

    /// <summary>Reads what an option has, and finds the programs.</summary>
    /// <param name="option">The option, for messages.</param>
    /// <param name="texts">Its values.</param>
    /// <exception cref="FathomException">
    /// One has no meaning or stands twice (<see cref="ExitCode.Usage"/>), or its program cannot be run (<see cref="ExitCode.Target"/>).
    /// </exception>
    public static IReadOnlyList<ThenAction> Parse(string option, IReadOnlyList<string> texts)
    {
        if (texts.Count > Most)
        {
            throw FathomException.Usage(
                $"'{option}' stands {texts.Count} times, and {Most} are possible.", "one command, a script, can do many things");
        }

        ThenAction[] actions = [.. texts.Select(text => Parse(option, text))];
        IEnumerable<ThenAction> once = actions.Where(static action => action.Kind != ThenKind.Exec);
        if (once.GroupBy(static action => action.Kind).FirstOrDefault(static kind => kind.Count() > 1) is { } twice)
        {
            throw FathomException.Usage(
                $"'{option} {twice.First().Word}' stands twice.", "once is enough: it is done each time that a condition is met");
        }

        return actions;
    }

    private static ThenAction Parse(string option, string text)
    {
        if (s_kinds.TryGetValue(text, out ThenKind kind))
            return new ThenAction(kind, []);
        string[] words = text.Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries);
        return words switch
        {
            [Exec] => throw FathomException.Usage(
                $"'{option} {text}' has no command.", $"command and arguments are one value: {option} 'exec ./notify.sh 7'"),
            [Exec, .. var command] => new ThenAction(ThenKind.Exec, Runnable(option, text, command)),
            _ => throw FathomException.Usage(
                $"'{text}' in '{option} {text}' cannot be done.", $"{option} {string.Join('|', s_kinds.Keys)}, or {option} 'exec COMMAND'"),
        };
    }

    private static string[] Runnable(string option, string text, string[] command)
    {
        string all = string.Join(' ', command);
        int at = all.AsSpan().IndexOfAny(s_ofShell);
        if (at >= 0)
        {
            throw FathomException.Usage(
                $"{all[at]} in '{option} {text}' has no meaning: no shell reads the command, and blanks part its words.",
                $"write a script that has it, and {option} 'exec ./SCRIPT'; "
                + "it finds FATHOM_PID, FATHOM_CAUSE and FATHOM_FILE in its environment");
        }

        return [ProgramFile.Find(command[0]), .. command[1..]];
    }
}
