using System.Globalization;
using Fathom.Formats.Csv;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Model.Units;

namespace Fathom.Cli.Options;

/// <summary>Reads the value of <c>--during</c>, and the file that it may name.</summary>
internal static class DuringText
{
    private const int MaxChars = 8 * 1024 * 1024;
    private const string FileEnding = ".csv";
    private const string Example = "two columns with a line above them: from_ns,to_ns with numbers, or from,to with 2s,3.5s";
    private static readonly string[] s_begins = ["from_ns", "from"];
    private static readonly string[] s_ends = ["to_ns", "to"];

    /// <summary>What the value says.</summary>
    /// <param name="text">The value.</param>
    /// <param name="hasZero">Whether times of a file count from a moment, and so may lie before it.</param>
    /// <exception cref="FathomException">It says nothing, or its file has a mistake (<see cref="ExitCode.Usage"/>).</exception>
    public static DuringChoice Read(string text, bool hasZero = false)
    {
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        string word = (colon < 0 ? text : text[..colon]).ToLowerInvariant(), rest = colon < 0 ? "" : text[(colon + 1)..].Trim();
        return word switch
        {
            DuringChoice.Collections or DuringChoice.Contentions when colon < 0 => new DuringChoice(word, text),
            DuringChoice.Requests => new DuringChoice(word, text, rest.Length > 0 ? rest
                : throw FathomException.Usage($"'{DuringChoice.Option} {text}' names no request.", $"{DuringChoice.Option} 'request:/api/*'; request:'*' for all")),
            DuringChoice.Marks => Marks(text, rest.Split(',', 2, StringSplitOptions.TrimEntries)),
            _ when text.EndsWith(FileEnding, StringComparison.OrdinalIgnoreCase) => new DuringChoice(DuringChoice.File, text, Given: ReadFile(text, hasZero)),
            _ => throw FathomException.Usage(
                $"'{text}' in '{DuringChoice.Option} {text}' is nothing that has intervals.",
                "gc, contention, request:PATTERN, markers:BEGIN,END, or a file that ends in .csv"),
        };
    }

    private static DuringChoice Marks(string text, string[] names) => names is [{ Length: > 0 } begin, { Length: > 0 } end]
        ? new DuringChoice(DuringChoice.Marks, text, begin, end)
        : throw FathomException.Usage(
            $"'{DuringChoice.Option} {text}' does not name the mark that begins and the one that ends.",
            $"{DuringChoice.Option} 'markers:load,done'; fathom markers lists them");

    private static List<(long FromNs, long ToNs)> ReadFile(string path, bool hasZero)
    {
        string text = GivenText.ReadAtMost(path, MaxChars, reason => FathomException.Usage($"The intervals '{path}' cannot be read: {reason}", Example))
            ?? throw FathomException.Usage($"The intervals '{path}' are longer than 8 MiB.", "ask about fewer of them");
        CsvReader rows = new(new StringReader(text));
        List<(long FromNs, long ToNs)> intervals = [];
        int from = 0, to = 1;
        bool isFirst = true, fromHasUnits = false, toHasUnits = false;
        while (rows.Next(out IReadOnlyList<string> fields))
        {
            if (isFirst && fields.Any(static field => s_begins.Contains(field.Trim())))
            {
                (from, to) = (Column(s_begins), Column(s_ends));
                (fromHasUnits, toHasUnits) = (fields[from].Trim() == s_begins[1], to >= 0 && fields[to].Trim() == s_ends[1]);
                if (to < 0)
                    throw Wrong("has no column 'to_ns' or 'to'");
            }
            else if (fields.Count <= Math.Max(from, to))
            {
                throw Wrong("has no begin and end");
            }
            else
            {
                (long fromNs, long toNs) = (Time(fields[from], fromHasUnits), Time(fields[to], toHasUnits));
                intervals.Add(fromNs < toNs ? (fromNs, toNs) : throw Wrong($"ends at '{fields[to].Trim()}', which is not after '{fields[from].Trim()}'"));
            }

            isFirst = false;

            int Column(string[] names) => fields.ToList().FindIndex(field => names.Contains(field.Trim()));
        }

        return rows.IsDamaged ? throw Wrong("ends inside of quotes, or is too long")
            : intervals.Count > 0 ? intervals
            : throw FathomException.Usage($"The intervals '{path}' have no row.", Example);

        long Time(string field, bool hasUnit)
        {
            bool isBefore = hasZero && field.TrimStart().StartsWith('-');
            string value = isBefore ? field.Trim()[1..] : field.Trim();
            if (!hasUnit && long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out long ns) && ns < IntervalSet.Unbounded)
                return isBefore ? -ns : ns;
            try
            {
                decimal time = value.Length > 0 && !char.IsAsciiDigit(value[^1]) ? Quantity.Parse(value, ColumnUnit.Nanoseconds, "") : -1;
                return time is >= 0 and < IntervalSet.Unbounded ? (long)(isBefore ? -time : time) : throw Wrong($"has '{field.Trim()}', which is no time");
            }
            catch (FathomException)
            {
                throw Wrong($"has '{field.Trim()}', which is no time");
            }
        }

        FathomException Wrong(string what) => FathomException.Usage(
            string.Create(CultureInfo.InvariantCulture, $"Line {rows.Line} of the intervals '{path}' {what}."), Example);
    }
}
