using Fathom.Model.Serializers;
using Fathom.Model.Tables;

namespace Fathom.Serializers.Checks;

/// <summary>The rows of one serializer and lane until all of them are there: an interrupted lane leaves none, so that it can be made anew.</summary>
/// <param name="ids">The texts of the recording.</param>
public sealed class CheckRows(Interner ids)
{
    private readonly List<SerializerCheckRow> _rows = [];

    /// <summary>The texts of the recording.</summary>
    public Interner Ids { get; } = ids;

    /// <summary>Adds one.</summary>
    public void Add(in SerializerCheckRow row) => _rows.Add(row);

    /// <summary>All of them.</summary>
    public SerializerCheckRow[] ToArray() => [.. _rows];
}
