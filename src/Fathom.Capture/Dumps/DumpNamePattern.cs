using System.Globalization;
using Fathom.Capture.Programs;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Dumps;

/// <summary>The name of dumps: a path with <c>{name}</c>, <c>{pid}</c>, <c>{time}</c> (UTC) and <c>{n}</c> (from 1) in it.</summary>
public sealed class DumpNamePattern
{
    private const string Single = "{name}_{pid}_{time}.core";
    private const string Many = "{name}_{pid}_{time}_{n}.core";
    private static readonly string[] s_parts = ["name", "pid", "time", "n"];

    private readonly string _text;

    private DumpNamePattern(string text) => _text = text;

    /// <summary>Reads a pattern.</summary>
    /// <param name="text">What the user gave; a folder gets the default name in it, and null is the default name in the current folder.</param>
    /// <param name="option">The option it was given to, for messages.</param>
    /// <param name="isOne">Whether one dump is written at most.</param>
    /// <exception cref="FathomException">It has a part that is not known, or would give several dumps the same name (<see cref="ExitCode.Usage"/>).</exception>
    public static DumpNamePattern Parse(string? text, string option, bool isOne)
    {
        string usual = isOne ? Single : Many;
        if (text is null)
            return new DumpNamePattern(usual);
        if (text.EndsWith('/') || Directory.Exists(text))
            return new DumpNamePattern(Path.Combine(text, usual));
        foreach (string part in Parts(text))
        {
            if (!s_parts.Contains(part))
                throw FathomException.Usage($"'{{{part}}}' in '{option} {text}' is not known.", "the parts of a name are {name}, {pid}, {time} and {n}");
        }

        if (!isOne && !Parts(text).Any(static part => part is "time" or "n"))
            throw FathomException.Usage($"'{option} {text}' gives all dumps the same name.", $"put {{n}} into it: {option} {Path.ChangeExtension(text, null)}_{{n}}{Path.GetExtension(text)}");
        return new DumpNamePattern(text);
    }

    /// <summary>The full path of a dump.</summary>
    /// <param name="process">The process.</param>
    /// <param name="utc">When it is written.</param>
    /// <param name="number">Which one it is, from 1.</param>
    public string PathOf(ProcessFacts process, DateTimeOffset utc, int number) => PathOf(process.Name, process.Pid, utc, number);

    /// <summary>The full path of a dump.</summary>
    /// <param name="name">The name of the process.</param>
    /// <param name="processId">Its number.</param>
    /// <param name="utc">When it is written.</param>
    /// <param name="number">Which one it is, from 1.</param>
    public string PathOf(string name, int processId, DateTimeOffset utc, int number) => Path.GetFullPath(_text
        .Replace("{name}", FileWord.Of(name), StringComparison.Ordinal)
        .Replace("{pid}", processId.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal)
        .Replace("{time}", utc.UtcDateTime.ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture), StringComparison.Ordinal)
        .Replace("{n}", number.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal));

    private static IEnumerable<string> Parts(string text)
    {
        for (int start; (start = text.IndexOf('{', StringComparison.Ordinal)) >= 0;)
        {
            int end = text.IndexOf('}', start);
            if (end < 0)
                yield break;
            yield return text[(start + 1)..end];
            text = text[(end + 1)..];
        }
    }
}
