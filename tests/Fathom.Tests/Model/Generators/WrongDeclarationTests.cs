using Xunit;

namespace Fathom.Tests.Model.Generators;

public sealed class WrongDeclarationTests
{
    private const string Summary = "/// <summary>A row.</summary>\n";
    private const string Shape =
        "FTH001 'R' declares a table, so it must be a 'readonly partial record struct' in a namespace, without type parameters, "
        + "whose columns are its parameters\n";
    private const string NoSummary =
        "FTH004 'R' needs a <summary> of plain text: it is the description of the table "
        + "(the compiler reads it where GenerateDocumentationFile is true)\n";
    private const string Types = "a column is one of bool, int, long, uint, ulong, double and their nullable forms, TextId and RawText\n";
    private const string Letters = "cannot be the name of a table, group or column: lower-case letters a to z, digits and '_', a letter first\n";

    [Theory]
    [InlineData("public readonly record struct R([Column(\"An id.\")] uint Id);")]
    [InlineData("public partial record struct R([Column(\"An id.\")] uint Id);")]
    [InlineData("public readonly partial struct R(uint Id);")]
    [InlineData("public readonly partial record struct R<T>([Column(\"An id.\")] uint Id);")]
    [InlineData("public readonly partial record struct R { }")]
    public void A_table_is_a_readonly_partial_record_struct(string row) => Refused(
        $"{Summary}[Table(\"r\", \"test\")]\n{row}",
        "3: " + Shape);

    [Fact]
    public void A_row_inside_of_another_type_is_refused() => Refused(
        $"public static partial class C {{\n{Row("[Column(\"An id.\")] uint Id")}\n}}",
        "4: " + Shape);

    [Theory]
    [InlineData("string", "string")]
    [InlineData("System.DateTime", "System.DateTime")]
    [InlineData("TextId?", "Fathom.Model.Tables.TextId?")]
    [InlineData("short", "short")]
    [InlineData("System.DayOfWeek", "System.DayOfWeek")]
    public void A_type_that_no_column_can_have_is_refused(string written, string shown) => Refused(
        Row($"[Column(\"A value.\")] {written} Value"),
        $"3: FTH002 Column 'Value' has the type '{shown}', which cannot be stored; {Types}");

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("uint Id")]
    [InlineData("[Column(\"\")] uint Id")]
    [InlineData("[Column(\" \")] uint Id")]
    [InlineData("[Column(\"Two\\nlines.\")] uint Id")]
    public void A_column_without_description_is_refused(string column) => Refused(
        Row(column), "3: FTH003 Column 'Id' has no description; write [Column(\"What it means.\")], in one line of text, before it\n");

    [Theory]
    [InlineData("")]
    [InlineData("/// <summary></summary>\n")]
    [InlineData("/// <summary>See <see cref=\"uint\"/>.</summary>\n")]
    [InlineData("/// <summary>Not closed.\n")]
    [InlineData("// A row.\n")]
    public void A_table_without_summary_in_plain_text_is_refused(string summary) => Refused(
        $"{summary}[Table(\"r\", \"test\")] public readonly partial record struct R([Column(\"An id.\")] uint Id);",
        $"{(summary.Length == 0 ? 1 : 2)}: {NoSummary}");

    [Fact]
    public void Where_the_compiler_reads_no_documentation_the_error_says_so() =>
        Assert.Equal("3: " + NoSummary, new GeneratorRun(Row("[Column(\"An id.\")] uint Id"), documentation: false).Problems);

    [Fact]
    public void A_second_column_of_a_name_is_refused() => Refused(
        Row("[Column(\"Time.\")] long PauseNs, [Column(\"Time.\")] long PauseNS, [Column(\"Record.\")] uint Rec"),
        """
        3: FTH005 'PauseNS' would be a second column 'pause_ns' of this table; every query sees a column 'rec' too
        3: FTH005 'Rec' would be a second column 'rec' of this table; every query sees a column 'rec' too

        """);

    [Fact]
    public void A_second_table_of_a_name_is_refused()
    {
        const string Second = "public readonly partial record struct Second([Column(\"An id.\")] uint Id);";

        GeneratorRun run = new($"{Row("[Column(\"An id.\")] uint Id")}\n{Summary}[Table(\"r\", \"test\")]\n{Second}");

        Assert.Equal("6: FTH006 'Second' would be a second declaration of table 'r', which 'R' declares\n", run.Problems);
    }

    [Theory]
    [InlineData("\"ID\"", "ID")]
    [InlineData("\"id\", \"id\"", "id")]
    public void A_sort_key_of_other_columns_is_refused(string key, string wrong) => Refused(
        Row("[Column(\"An id.\")] uint Id", $"\"r\", \"test\", {key}"),
        $"3: FTH007 '{wrong}' in the sort key is not a column of table 'r' that has an order, or stands there twice\n");

    [Fact]
    public void Only_text_is_marked_as_nullable() => Refused(
        Row("[Column(\"An id.\", Nullable = true)] uint Id"),
        "3: FTH008 Column 'Id' is a number or truth value: write 'uint?' instead of 'Nullable = true'\n");

    [Theory]
    [InlineData("\"Rows\", \"test\"", "Rows")]
    [InlineData("\"r\", \"a test\"", "a test")]
    [InlineData("\"r\", \"\"", "")]
    [InlineData("\"1r\", \"test\"", "1r")]
    public void Names_are_snake_case(string arguments, string wrong) => Refused(
        Row("[Column(\"An id.\")] uint Id", arguments), $"3: FTH009 '{wrong}' {Letters}");

    [Fact]
    public void The_name_of_a_column_too() => Refused(
        Row("[Column(\"Size.\")] long Größe"), "3: FTH009 'größe' " + Letters);

    private static string Row(string columns, string arguments = "\"r\", \"test\"") =>
        $"{Summary}[Table({arguments})]\npublic readonly partial record struct R({columns});";

    private static void Refused(string source, string problems)
    {
        GeneratorRun run = new(source);

        Assert.Equal(problems, run.Problems);
        Assert.Empty(run.Sources);
    }
}
