namespace Fathom.Model.Tables;

/// <summary>
/// A row of a recorded table as an unmanaged struct. Sources fill reusable buffers of it; storage turns a batch into columns
/// with one call per batch, so that writing allocates nothing per row.
/// </summary>
/// <typeparam name="T">The row itself.</typeparam>
public interface IRow<T>
    where T : unmanaged, IRow<T>
{
    /// <summary>The table that the row belongs to.</summary>
    static abstract TableSchema Schema { get; }

    /// <summary>Writes <paramref name="rows"/> column by column, in the order of <see cref="TableSchema.Columns"/>.</summary>
    static abstract void Transpose(ReadOnlySpan<T> rows, in ColumnWriter to);
}
