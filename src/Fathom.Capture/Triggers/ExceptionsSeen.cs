using System.Globalization;

namespace Fathom.Capture.Triggers;

/// <summary>Counts the exceptions that were thrown while some of them were waited for, so that a pattern that no type fits does not go unnoticed.</summary>
/// <param name="wanted">What was waited for.</param>
internal sealed class ExceptionsSeen(IReadOnlyList<ExceptionCondition> wanted)
{
    private const int MaxTypes = 1000;
    private const int MaxNamed = 5;

    private readonly Lock _gate = new();
    private readonly bool[] _isMet = new bool[wanted.Count];
    private readonly Dictionary<string, long> _types = [];
    private long _count;

    /// <summary>Takes one into account. Threads may call it at once.</summary>
    /// <param name="type">Name of its type.</param>
    public void Add(ReadOnlySpan<char> type)
    {
        lock (_gate)
        {
            _count++;
            Dictionary<string, long>.AlternateLookup<ReadOnlySpan<char>> types = _types.GetAlternateLookup<ReadOnlySpan<char>>();
            if (types.TryGetValue(type, out long before))
            {
                types[type] = before + 1;
                return;
            }

            if (_types.Count < MaxTypes)
                types[type] = 1;
            for (int i = 0; i < _isMet.Length; i++)
                _isMet[i] |= wanted[i].IsOfType(type);
        }
    }

    /// <summary>One sentence for each pattern that no type fitted.</summary>
    public IReadOnlyList<string> Unmet()
    {
        lock (_gate)
            return [.. wanted.Where((_, i) => !_isMet[i]).Select(Unmet)];
    }

    private string Unmet(ExceptionCondition condition)
    {
        if (_count == 0)
            return $"'{condition.Text}' matched no type: no exception was thrown while it waited.";
        string[] named = [.. _types.OrderByDescending(static type => type.Value).ThenBy(static type => type.Key, StringComparer.Ordinal).Take(MaxNamed)
            .Select(static type => string.Create(CultureInfo.InvariantCulture, $"{type.Value:#,##0} {type.Key}"))];
        string others = _types.Count > MaxNamed ? ", and others" : "";
        return string.Create(CultureInfo.InvariantCulture, $"'{condition.Text}' matched no type; {_count:#,##0} exceptions were thrown while it waited: {string.Join(", ", named)}{others}.");
    }
}
