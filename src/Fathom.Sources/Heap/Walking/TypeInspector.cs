using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Walking;

/// <summary>Is shown all objects of one type during a walk of the heap, while the target stands still: it counts, allocates nothing per object, and never waits.</summary>
internal abstract class TypeInspector
{
    private const ulong AnyAddress = 0x1_0000;

    /// <summary>Looks at one object.</summary>
    public abstract void Inspect(in VisitedObject visited);

    /// <summary>Offset of a field from the object's address; -1 where the type has no such field.</summary>
    public static int Offset(ClrType type, string field)
    {
        foreach (ClrInstanceField candidate in type.Fields)
        {
            if (candidate.Name == field)
                return (int)(candidate.GetAddress(AnyAddress, interior: false) - AnyAddress);
        }

        return -1;
    }

    /// <summary>Whether a type is one of a name, or derives from it.</summary>
    public static bool IsOrDerives(ClrType type, string name)
    {
        for (ClrType? at = type; at is not null; at = at.BaseType)
        {
            if (at.Name == name)
                return true;
        }

        return false;
    }
}
