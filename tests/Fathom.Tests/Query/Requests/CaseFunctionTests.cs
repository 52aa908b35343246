using System.Text;
using Fathom.Query.Requests;
using Fathom.Storage.DuckDb;
using Xunit;

namespace Fathom.Tests.Query.Requests;

public sealed class CaseFunctionTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public void All_characters_have_the_order_that_comparing_without_case_gives_them()
    {
        using DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(null));
        TextFunctions functions = new(engine);
        // A character has one code point; those between 0xD800 and 0xDFFF are halves of others.
        List<(string Text, string Capital)> all = [];
        using DuckDbResult result = engine.Query(
            $"SELECT c, {functions.Capitals()}(c) FROM (SELECT chr(CAST(i AS INTEGER)) AS c FROM range(1, 1114112) t(i) WHERE i NOT BETWEEN 55296 AND 57343) ORDER BY 2, 1");
        while (result.Read(out DuckDbChunk chunk))
        {
            for (int row = 0; row < chunk.RowCount; row++)
                all.Add((Encoding.UTF8.GetString(chunk.Column(0).Utf8(row)), Encoding.UTF8.GetString(chunk.Column(1).Utf8(row))));
        }

        Assert.Equal(0x10FFFF - 0x800, all.Count);
        for (int i = 1; i < all.Count; i++)
        {
            ((string before, string capital), (string text, string same)) = (all[i - 1], all[i]);
            int order = string.Compare(before, text, StringComparison.OrdinalIgnoreCase);
            Assert.True(order <= 0 && (order == 0) == (capital == same), $"U+{char.ConvertToUtf32(before, 0):X} and U+{char.ConvertToUtf32(text, 0):X}");
            Assert.True(order != 0 || string.CompareOrdinal(before, text) < 0, $"U+{char.ConvertToUtf32(before, 0):X} and U+{char.ConvertToUtf32(text, 0):X}");
        }
    }
}
