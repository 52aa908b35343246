using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>
/// The static fields of a target's types that may hold objects: where their values are, and their names. Takes a while to learn, and stays true while the
/// target runs on; so it is learned before the target is stopped. Types that are initialised later lack a name only: the arrays in which the runtime keeps
/// the values of static fields are held by handles.
/// </summary>
internal sealed class StaticFields
{
    private readonly List<(ulong Address, string Name)> _slots = [];
    private readonly List<ulong> _threadStatics = [];

    private StaticFields()
    {
    }

    /// <summary>Values of static fields, in the order of their addresses.</summary>
    public IReadOnlyList<(ulong Address, string Name)> Slots => _slots;

    /// <summary>Method tables of types with fields that have a value per thread.</summary>
    public IReadOnlyList<ulong> ThreadStatics => _threadStatics;

    /// <summary>Learns the fields.</summary>
    /// <param name="runtime">The runtime.</param>
    /// <param name="memory">The target's memory.</param>
    /// <param name="descriptor">The runtime's description of itself; without it, generic types are missing.</param>
    /// <param name="due">Time is up: ends it with <see cref="OperationCanceledException"/>.</param>
    public static StaticFields Read(ClrRuntime runtime, ITargetMemory memory, RuntimeDescriptor? descriptor, CancellationToken due)
    {
        StaticFields fields = new();
        PointerReader reader = new(memory);
        GenericTypeTable? generics = descriptor is null ? null : new GenericTypeTable(descriptor, reader);
        StaticFieldCount? count = StaticFieldCount.Of(descriptor, new PointerReader(memory));
        HashSet<ulong> seen = [];
        foreach (ClrModule module in runtime.EnumerateModules())
        {
            foreach (ulong methodTable in module.EnumerateTypeDefToMethodTableMap().Select(static entry => entry.MethodTable).Concat(generics?.Of(module) ?? []))
            {
                due.ThrowIfCancellationRequested();
                if (methodTable != 0 && seen.Add(methodTable) && count?.MayHave(methodTable) != false && runtime.GetTypeByMethodTable(methodTable) is { } type)
                    fields.Add(runtime, type, methodTable);
            }
        }

        fields._slots.Sort(static (a, b) => a.Address.CompareTo(b.Address));
        return fields;
    }

    /// <summary>Whether a field's value is an object, or a struct, which the runtime keeps as an object.</summary>
    public static bool MayHoldObject(ClrField field) =>
        field.IsObjectReference || (field.ElementType == ClrElementType.Struct && field.Type is not { IsEnum: true });

    private void Add(ClrRuntime runtime, ClrType type, ulong methodTable)
    {
        // What the statics of an unloadable type hold lives as long as its load context does, which holds them like a field: they are no roots.
        if (type.IsCollectible)
            return;
        if (type.ThreadStaticFields.Any(MayHoldObject))
            _threadStatics.Add(methodTable);
        foreach (ClrStaticField field in type.StaticFields)
        {
            if (MayHoldObject(field) && field.GetAddress(runtime.AppDomains[0]) is not 0 and ulong address)
                _slots.Add((address, $"{type.Name}.{field.Name}"));
        }
    }
}
