using System.Globalization;
using System.Runtime.ExceptionServices;
using Fathom.Files;
using Fathom.Model.Tables;
using Fathom.Storage.DuckDb;

namespace Fathom.Storage.Ingest;

/// <summary>Sorts the rows of a part and writes them as one Parquet file, one part at a time. The engine is opened for the first one.</summary>
internal sealed class PartWriter(DuckDbOptions options) : IDisposable
{
    // Version 2 of the format has delta encodings, which suit ids and time stamps: 12 % smaller than version 1 and half the time.
    // No question looks up single values so that a bloom filter would spare it a row group: without them files are 5 % smaller.
    private const string Format = "(FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, PARQUET_VERSION v2, ROW_GROUP_SIZE 122880, WRITE_BLOOM_FILTER false, USE_TMP_FILE false)";
    private const string SourceName = "part_rows";
    private readonly SwitchedSource _source = new();
    private readonly PartSorter _sorter = new();
    private DuckDbConnection? _engine;

    /// <summary>Writes the rows as <paramref name="file"/>, which is created.</summary>
    /// <exception cref="DuckDbException">The file cannot be written.</exception>
    public void Write<T>(RowBuffer<T> rows, Interner ids, string file)
        where T : unmanaged, IRow<T>
    {
        if (_engine is null)
        {
            _engine = DuckDbConnection.Open(options);
            if (DuckDbDataChunk.Capacity < RowColumns.Capacity)
                throw new InvalidOperationException($"The engine's vectors have {DuckDbDataChunk.Capacity} rows, not {RowColumns.Capacity}.");
            _engine.Register(SourceName, _source);
        }

        using PartSource<T> source = new(rows, ids, _sorter);
        _source.Current = source;
        using FileStream made = OwnFile.MakeStream(file, bufferSize: 0);
        // The engine opens the file that was made, whatever becomes of its name.
        Copy(_engine, string.Create(CultureInfo.InvariantCulture, $"/proc/self/fd/{made.SafeFileHandle.DangerousGetHandle()}"), file);
    }

    public void Dispose()
    {
        _engine?.Dispose();
        _sorter.Dispose();
    }

    private void Copy(DuckDbConnection engine, string place, string file)
    {
        try
        {
            engine.Execute($"COPY (SELECT * FROM {SourceName}()) TO '{place}' {Format}");
        }
        catch (DuckDbException) when (_source.Failure is { } failure)
        {
            // A defect in the rows' own code is not the disk's fault.
            ExceptionDispatchInfo.Throw(failure);
        }
        catch (DuckDbException e)
        {
            // People know the file by its name.
            throw new DuckDbException(e.Kind, e.Message.Replace(place, file, StringComparison.Ordinal), e.Position);
        }
    }

    // Functions cannot be taken back from an engine, so one stays registered and is pointed at each part.
    private sealed class SwitchedSource : DuckDbTableSource
    {
        public DuckDbTableSource Current { get; set; } = null!;

        public override IReadOnlyList<DuckDbSourceColumn> Columns => Current.Columns;

        public override long RowCount => Current.RowCount;

        public override void Begin() => Current.Begin();

        public override int Read(DuckDbDataChunk chunk) => Current.Read(chunk);
    }
}
