using Fathom.Model.Results;
using Fathom.Query.Questions;

namespace Fathom.Query.Comparing;

/// <summary>The rows of one recording, by what makes them the same row of another one.</summary>
internal sealed class ComparedRun
{
    private const string Process = "process";
    private const string Origin = "origin";
    private const string Own = "own";
    private const double Second = 1e9;
    private const char End = '\u001f';
    private const char Nothing = '\u0000';

    private readonly Dictionary<string, Figures> _rows = new(StringComparer.Ordinal);

    /// <summary>Reads them. Rows that are one, such as those of two processes of one name, are added up.</summary>
    /// <param name="table">The rows of the verb.</param>
    /// <param name="compared">How they are compared.</param>
    /// <param name="nanoseconds">How much time was recorded.</param>
    /// <param name="hasProcesses">Whether the name of the process tells rows apart.</param>
    public ComparedRun(ResultTable table, ComparedColumns compared, long nanoseconds, bool hasProcesses)
    {
        Nanoseconds = nanoseconds;
        int origin = table.IndexOf(Origin);
        int[] same = [.. compared.Same.Select(table.IndexOf)], figures = [.. compared.Figures.Select(table.IndexOf)];
        foreach (Cell[] row in table.Rows)
        {
            Cell[] key = Array.ConvertAll(same, column => row[column]);
            double?[] values = Array.ConvertAll(figures, column => row[column].IsNull ? (double?)null : row[column].Number);
            bool isOwn = origin >= 0 && !row[origin].IsNull && row[origin].Text == Own;
            string text = string.Concat(key.Where((_, i) => hasProcesses || compared.Same[i] != Process)
                .Select(static cell => $"{(cell.IsNull ? Nothing : "")}{cell}{End}"));
            if (_rows.TryGetValue(text, out Figures? known))
                known.Add(values, compared, isOwn);
            else
                _rows.Add(text, new Figures(key, values, isOwn));
        }
    }

    /// <summary>How much time was recorded.</summary>
    public long Nanoseconds { get; }

    /// <summary>The keys of all rows.</summary>
    public IEnumerable<string> Keys => _rows.Keys;

    /// <summary>Reads several recordings. Where each is of one program, that may be called otherwise in another one.</summary>
    /// <param name="runs">The rows of each, with the time that it recorded.</param>
    /// <param name="compared">How they are compared.</param>
    public static ComparedRun[] All(IReadOnlyList<(ResultTable Table, long Ns)> runs, ComparedColumns compared)
    {
        bool hasProcesses = !runs.All(static run => HasOneProcess(run.Table));
        return [.. runs.Select(run => new ComparedRun(run.Table, compared, run.Ns, hasProcesses))];
    }

    private static bool HasOneProcess(ResultTable table) =>
        table.IndexOf(Process) is var at and >= 0 && table.Rows.Select(row => row[at]).Distinct().Take(2).Count() < 2;

    /// <summary>A row; null where this recording has none.</summary>
    public Figures? Find(string key) => _rows.GetValueOrDefault(key);

    /// <summary>A figure of a row: 0 of what adds up where this recording has no such row; null where it does not tell.</summary>
    /// <param name="key">The row.</param>
    /// <param name="compared">How rows are compared.</param>
    /// <param name="figure">The figure.</param>
    /// <param name="isPerSecond">Whether it is that in a second which was recorded.</param>
    public double? Value(string key, ComparedColumns compared, string figure, bool isPerSecond)
    {
        int at = compared.Figures.TakeWhile(name => name != figure).Count();
        double? value = Find(key) is { } row ? row.Values[at] : at < compared.Grows.Count ? 0 : null;
        return !isPerSecond ? value : Nanoseconds > 0 ? value * Second / Nanoseconds : null;
    }

    /// <summary>The figures of a row.</summary>
    /// <param name="Same">What makes it the same row.</param>
    /// <param name="Values">Its figures; null where the recording does not tell one.</param>
    /// <param name="IsOwn">Whether it is of own code.</param>
    internal sealed record Figures(Cell[] Same, double?[] Values, bool IsOwn)
    {
        /// <summary>Whether it is of own code.</summary>
        public bool IsOwn { get; private set; } = IsOwn;

        /// <summary>Adds what is the same row.</summary>
        public void Add(double?[] values, ComparedColumns compared, bool isOwn)
        {
            IsOwn |= isOwn;
            for (int i = 0; i < values.Length; i++)
            {
                Values[i] = i < compared.Grows.Count ? (Values[i] is null && values[i] is null ? null : (Values[i] ?? 0) + (values[i] ?? 0))
                    : compared.Figures[i].Contains("max", StringComparison.Ordinal) || compared.Figures[i].StartsWith("most_", StringComparison.Ordinal)
                        ? Larger(Values[i], values[i])
                    : null;
            }
        }

        private static double? Larger(double? one, double? other) => one is null ? other : other is null ? one : Math.Max(one.Value, other.Value);
    }
}
