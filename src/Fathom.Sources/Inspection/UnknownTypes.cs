using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>Types that an inspector looks for and that have other fields in this version of the runtime than those it knows. Their objects are not judged.</summary>
internal sealed class UnknownTypes
{
    private readonly SortedSet<string> _names = new(StringComparer.Ordinal);

    /// <summary>Their names.</summary>
    public IReadOnlyCollection<string> Names => _names;

    /// <summary>Offsets of fields; null, and noted, where one is not there.</summary>
    /// <param name="type">The type.</param>
    /// <param name="fields">Names of the fields.</param>
    public int[]? Offsets(ClrType type, params ReadOnlySpan<string> fields)
    {
        int[] offsets = new int[fields.Length];
        for (int i = 0; i < fields.Length; i++)
        {
            offsets[i] = TypeInspector.Offset(type, fields[i]);
            if (offsets[i] >= 0)
                continue;
            Add(type);
            return null;
        }

        return offsets;
    }

    /// <summary>Notes a type.</summary>
    public void Add(ClrType type) => _names.Add(type.Name ?? "(unnamed type)");
}
