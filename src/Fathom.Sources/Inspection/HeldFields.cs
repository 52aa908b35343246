using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>Finds the field through which an object holds another one.</summary>
internal static class HeldFields
{
    private const int MaxDepth = 4;
    private const ulong AnyAddress = 0x1_0000;

    /// <summary>Name of the field; null where none of the type's fields has the value.</summary>
    /// <param name="type">Type of the holder.</param>
    /// <param name="holder">The holder.</param>
    /// <param name="held">What it holds.</param>
    /// <param name="memory">The target's memory.</param>
    public static string? NameOf(ClrType type, ulong holder, ulong held, ITargetMemory memory) =>
        Find(type, offset => memory.TryRead(holder + (ulong)offset, out ulong value) && value == held, 0, interior: false, 0);

    private static string? Find(ClrType type, Func<int, bool> holds, int start, bool interior, int depth)
    {
        foreach (ClrInstanceField field in type.Fields)
        {
            int offset = start + (int)(field.GetAddress(AnyAddress, interior) - AnyAddress);
            if (field.IsObjectReference)
            {
                if (holds(offset))
                    return field.Name;
            }
            else if (depth < MaxDepth && field.Type is { IsValueType: true, IsPrimitive: false } inner && Find(inner, holds, offset, interior: true, depth + 1) is { } name)
            {
                return $"{field.Name}.{name}";
            }
        }

        return null;
    }
}
