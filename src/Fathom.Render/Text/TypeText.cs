using Fathom.Model.Patterns;
using Fathom.Model.Results;

namespace Fathom.Render.Text;

/// <summary>Names of types as a column of a table shows them: as C# writes them, with namespaces only where two of them would look the same.</summary>
internal static class TypeText
{
    /// <summary>The names of a column, each as it is shown; cells without a text are left out.</summary>
    public static IReadOnlyDictionary<string, string> Of(ResultTable table, int position)
    {
        HashSet<string> types = [];
        foreach (Cell[] row in table.Rows)
        {
            if (row[position].Kind == CellKind.Text)
                types.Add(row[position].Text);
        }

        Dictionary<string, string> shown = [];
        List<string> left = [.. types];
        foreach (Func<string, string> way in (ReadOnlySpan<Func<string, string>>)[CSharpName.Short, CSharpName.Full, static type => type])
        {
            List<string> alike = [];
            foreach (IGrouping<string, string> group in left.GroupBy(way))
            {
                List<string> same = [.. group];
                if (same.Count == 1)
                    shown.Add(same[0], group.Key);
                else
                    alike.AddRange(same);
            }

            left = alike;
        }

        return shown;
    }
}
