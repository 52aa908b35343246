using System.Text.RegularExpressions;
using Fathom.Model.Catalog;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

/// <summary>The list of rows that are compiled ahead of time is that of the catalogue.</summary>
public sealed partial class RowCodeTests
{
    [Fact]
    public void Every_table_of_the_catalogue_has_its_code_compiled_ahead_of_time()
    {
        string[] known = [.. Listed("src/Fathom.Model/Catalog/TableCatalog.cs", Schemas())];

        Assert.Equal(TableCatalog.All.Count, known.Length);
        Assert.Equal(known, Listed("src/Fathom.Storage/Recordings/RowCode.cs", Codes()));
    }

    private static IEnumerable<string> Listed(string file, Regex rows) => rows.Matches(File.ReadAllText(Path.Combine(Repository.Root, file))).Select(static match => match.Groups[1].Value);

    [GeneratedRegex(@"^ +(\w+Row)\.Schema,", RegexOptions.Multiline)]
    private static partial Regex Schemas();

    [GeneratedRegex(@"^ +Of<(\w+Row)>\(writer\);", RegexOptions.Multiline)]
    private static partial Regex Codes();
}
