using System.Globalization;
using System.Text;
using Fathom.Model.Catalog;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Tables;

public sealed class EveryTableTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Every_row_type_is_in_the_catalog_once() =>
        Assert.Equal(
            TableRows.OfModel.Select(rows => rows.Schema.Name),
            TableCatalog.All.Select(table => table.Name).Order(StringComparer.Ordinal));

    [Fact]
    [Trait("Category", "Slow")]
    public void Rows_of_every_table_come_back_value_by_value()
    {
        Dictionary<string, IReadOnlyList<string>> written = Record();

        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
        foreach (TableSchema table in TableRows.OfModel.Select(rows => rows.Schema))
        {
            string columns = string.Join(", ", table.Columns.Select(column => $"\"{column.Name}\""));
            Assert.Equal(
                written[table.Name].Order(StringComparer.Ordinal),
                PartFiles.Read(recording, table.Name, columns).Order(StringComparer.Ordinal));
        }
    }

    // The golden file was made when each row type still had code of its own for its columns.
    [Fact]
    [Trait("Category", "Slow")]
    public void The_parts_of_every_table_have_the_bytes_that_they_had()
    {
        Record();

        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
        StringBuilder text = new("table,columns,rows,size_bytes,crc32c\n");
        foreach (TableRows rows in TableRows.OfModel)
        {
            string file = recording.PartFiles(rows.Schema.Name).Single();
            text.Append(CultureInfo.InvariantCulture, $"{rows.Schema.Name},{rows.Schema.Columns.Count},{TableRows.Count},");
            text.Append(CultureInfo.InvariantCulture, $"{new FileInfo(file).Length},{Crc32c.OfFile(file)}\n");
        }

        Snapshot.Match(text.ToString(), "parts.csv");
    }

    private Dictionary<string, IReadOnlyList<string>> Record()
    {
        using RecordingWriter writer = RecordingWriter.Create(_folder.File("r.fathom"), new RecordingOptions("test"));
        Dictionary<string, IReadOnlyList<string>> written = TableRows.OfModel.ToDictionary(rows => rows.Schema.Name, rows => rows.Write(writer));
        writer.Commit();
        return written;
    }
}
