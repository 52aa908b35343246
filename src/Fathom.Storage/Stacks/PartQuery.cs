using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Storage.Stacks;

/// <summary>Reads columns of tables out of their parts, piece by piece.</summary>
/// <param name="filesOf">The parts of a table.</param>
/// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
internal sealed class PartQuery(Func<string, IReadOnlyList<string>> filesOf, CancellationToken stop) : IDisposable
{
    private readonly PrivateFolder _spill = PrivateFolder.Create();
    private DuckDbConnection? _engine;

    /// <summary>Takes the rows of a piece.</summary>
    public delegate void ChunkReader(DuckDbChunk chunk);

    /// <summary>Asks. Where one of the tables has no row there is no answer.</summary>
    /// <param name="sql">The question; names of tables stand in braces.</param>
    /// <param name="tables">These tables.</param>
    /// <param name="read">Takes the answer.</param>
    /// <exception cref="DuckDbException">A part cannot be read.</exception>
    public void Read(string sql, IReadOnlyList<string> tables, ChunkReader read)
    {
        if (tables.Any(table => filesOf(table).Count == 0))
            return;
        _engine ??= DuckDbConnection.Open(DuckDbOptions.In(_spill.Path));
        using DuckDbStatement statement = _engine.Prepare(tables.Aggregate(sql, (text, table) => text.Replace($"{{{table}}}", Parts(table), StringComparison.Ordinal)));
        using DuckDbResult result = statement.Execute(stop);
        while (result.Read(out DuckDbChunk chunk))
            read(chunk);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _engine?.Dispose();
        _spill.Dispose();
    }

    private string Parts(string table) => $"read_parquet([{string.Join(", ", filesOf(table).Select(static file => $"'{file.Replace("'", "''", StringComparison.Ordinal)}'"))}])";
}
