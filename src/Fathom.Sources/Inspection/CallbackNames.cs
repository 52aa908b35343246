using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>Names the methods that delegates call; asks the DAC once for each place of code.</summary>
/// <param name="runtime">Of the stopped target.</param>
/// <param name="memory">Its memory.</param>
internal sealed class CallbackNames(ClrRuntime runtime, ITargetMemory memory)
{
    private const string Unknown = "(unknown callback)";

    private readonly Dictionary<ulong, string?> _methods = [];
    private readonly Dictionary<ulong, (int Code, int StaticCode)> _offsets = [];

    /// <summary>The method that a delegate calls.</summary>
    public string Of(ulong callback)
    {
        if (callback == 0 || !memory.TryRead(callback, out ulong table))
            return Unknown;
        (int code, int staticCode) = Offsets(table & ~HeapLayout.PointerBits);
        if (code < 0)
            return Unknown;

        // A delegate of a static method keeps its code beside, and a stub in the usual place.
        string? name = memory.TryRead(callback + (ulong)staticCode, out ulong aux) && aux != 0 ? MethodAt(aux) : null;
        name ??= memory.TryRead(callback + (ulong)code, out ulong address) ? MethodAt(address) : null;
        return name ?? Unknown;
    }

    private (int Code, int StaticCode) Offsets(ulong table)
    {
        if (!_offsets.TryGetValue(table, out (int Code, int StaticCode) offsets))
        {
            ClrType? type = runtime.Heap.GetTypeByMethodTable(table);
            offsets = type is null ? (-1, -1) : (TypeInspector.Offset(type, "_methodPtr"), TypeInspector.Offset(type, "_methodPtrAux"));
            _offsets.Add(table, offsets);
        }

        return offsets;
    }

    private string? MethodAt(ulong address)
    {
        if (!_methods.TryGetValue(address, out string? name))
        {
            ClrMethod? method = runtime.GetMethodByInstructionPointer(address);
            name = method is null ? null : $"{method.Type?.Name}.{method.Name}";
            _methods.Add(address, name);
        }

        return name;
    }
}
