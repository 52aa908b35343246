using Fathom.Query.Schema;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query;

public sealed class SchemaDocumentTests
{
    [Fact]
    public void The_checked_in_schema_is_the_one_that_the_program_has()
    {
        string file = Path.Combine(Repository.Root, "docs", "schema.md");
        string current = SchemaDocument.Render();
        if (Environment.GetEnvironmentVariable("FATHOM_UPDATE_SNAPSHOTS") == "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, current);
            return;
        }

        Assert.True(File.Exists(file), $"'{file}' is missing: eng/test --update-snapshots writes it.");
        Assert.Equal(current, File.ReadAllText(file));
    }

    [Fact]
    public void The_schema_of_one_table_lists_its_columns_with_rec_first()
    {
        Assert.Equal(["rec", "key", "value"], SchemaDocument.Columns("label").Rows.Select(r => r[1].Text));
        Assert.Empty(SchemaDocument.Columns("absent").Rows);
    }
}
