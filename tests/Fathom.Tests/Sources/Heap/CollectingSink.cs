using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Tests.Sources.Heap;

/// <summary>Keeps all rows in lists.</summary>
internal sealed class CollectingSink : IRecordingSink
{
    private readonly Dictionary<Type, System.Collections.IList> _rows = [];
    private readonly List<string> _raw = [];

    public Interner Ids { get; } = new();

    public List<LossRow> Losses { get; } = [];

    public IRecordingSink Fork() => throw new NotSupportedException("The heap sources write from one thread.");

    public void Write<T>(ReadOnlySpan<T> rows)
        where T : unmanaged, IRow<T> => ((List<T>)Table<T>()).AddRange(rows);

    public RawText Raw<T>(ReadOnlySpan<char> text)
        where T : unmanaged, IRow<T>
    {
        _raw.Add(text.ToString());
        return new RawText((ulong)_raw.Count);
    }

    public string? Text(RawText text) => text.HasValue ? _raw[(int)text.Key - 1] : null;

    public void Lost(in LossRow loss) => Losses.Add(loss);

    public IReadOnlyList<T> Rows<T>()
        where T : unmanaged, IRow<T> => (List<T>)Table<T>();

    public string? Text(TextId id) => id.HasValue ? Ids.Resolve(id) : null;

    private System.Collections.IList Table<T>()
    {
        if (!_rows.TryGetValue(typeof(T), out System.Collections.IList? table))
            _rows.Add(typeof(T), table = new List<T>());
        return table;
    }
}
