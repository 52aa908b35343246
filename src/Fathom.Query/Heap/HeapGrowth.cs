using Fathom.Model.Results;

namespace Fathom.Query.Heap;

/// <summary>The type of one module that gained the most objects between two heaps.</summary>
/// <param name="Type">Its name.</param>
/// <param name="Count">Objects gained.</param>
public sealed record HeapGrowth(string Type, long Count)
{
    /// <summary>Finds it in a comparison.</summary>
    /// <param name="diff">Rows of query heap/diff.</param>
    /// <param name="module">File name of the module.</param>
    /// <returns>Null where no type of the module gained objects.</returns>
    public static HeapGrowth? OfModule(ResultTable diff, string module)
    {
        int typeAt = diff.IndexOf("type"), moduleAt = diff.IndexOf("module"), countAt = diff.IndexOf("delta_count");
        HeapGrowth? largest = null;
        foreach (Cell[] row in diff.Rows)
        {
            if (row[moduleAt].ToString() == module && row[countAt].Integer > (largest?.Count ?? 0))
                largest = new HeapGrowth(row[typeAt].Text, row[countAt].Integer);
        }

        return largest;
    }
}
