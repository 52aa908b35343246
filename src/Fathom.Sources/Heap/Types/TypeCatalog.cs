using System.Globalization;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Types;

/// <summary>
/// Method tables of a target and their names. Lives longer than one look at the target: a type that cannot be unloaded stays what it is
/// for the life of the process, so what was learned while the target ran need not be asked while it stands still. Walks of several threads may ask it for
/// sizes and layouts at once.
/// </summary>
internal sealed class TypeCatalog(ITargetMemory memory) : IMethodTableSource, IReferenceSource
{
    private const string DefaultContext = "Default";

    // Each costs a question to the data access library. An address beyond is taken for no method table unasked: what stands there is lost and counted.
    private const int MaxRejected = 1 << 18;

    private readonly Dictionary<ulong, KnownType> _types = [];
    private readonly Dictionary<ulong, KnownModule> _modules = [];
    private readonly HashSet<ulong> _rejected = [];
    private readonly LayoutBudget _layouts = new();
    private ClrHeap? _heap;

    /// <summary>Who may ask the data access library.</summary>
    public DacGate Gate { get; } = new();

    /// <summary>Begins a look at the target. Forgets what may have changed since the last one.</summary>
    public void Begin(ClrHeap heap)
    {
        _heap = heap;
        _rejected.Clear();
        foreach ((ulong address, KnownModule module) in _modules)
        {
            // What is in the default context stays there; other contexts may go, and their modules with them.
            if (module.LoadContext != DefaultContext)
                _modules.Remove(address);
        }

        foreach (KnownType type in _types.Values.Where(type => type.IsCollectible || !type.IsNamed).ToList())
            _types.Remove(type.MethodTable);
    }

    public bool TryGetSizes(ulong address, out uint baseSize, out uint componentSize)
    {
        using DacGate.Turn turn = Gate.Enter();
        KnownType? type = Find(address);
        baseSize = type?.BaseSize ?? 0;
        componentSize = type?.ComponentSize ?? 0;
        return type is not null;
    }

    public ReferenceLayout LayoutOf(ulong methodTable)
    {
        using DacGate.Turn turn = Gate.Enter();
        KnownType type = _types[methodTable];
        return type.References ??= ReferenceLayoutReader.Read(memory, methodTable, LoaderAllocatorOf(methodTable), _layouts);
    }

    /// <summary>A type that the walk has met, with its name.</summary>
    public KnownType Describe(ulong methodTable)
    {
        KnownType type = _types[methodTable];
        if (type.IsNamed)
            return type;
        ClrType clrType = _heap!.GetTypeByMethodTable(methodTable)
            ?? throw new InvalidOperationException($"The type at {methodTable:x} no longer exists.");
        type.Name = clrType.Name is { Length: > 0 } name ? name : $"(unnamed type at {methodTable:x})";
        type.Module = clrType.IsFree ? 0 : clrType.Module?.Address ?? 0;
        type.IsCollectible = clrType.IsCollectible;
        return type;
    }

    /// <summary>The module of a type, with its load context. Only while the target is stopped: a context's name is an object on the heap.</summary>
    public KnownModule ModuleOf(KnownType type)
    {
        // The DAC crashes when it is asked for the load context of a type without a module.
        if (type.Module == 0)
            return KnownModule.None;
        if (_modules.TryGetValue(type.Module, out KnownModule? known))
            return known;
        ClrType? clrType = _heap!.GetTypeByMethodTable(type.MethodTable);
        KnownModule module = clrType is null
            ? KnownModule.None
            : new KnownModule(PathOf(clrType.Module), LoadContextName(clrType.AssemblyLoadContextAddress), DynamicName(clrType.Module));
        _modules.Add(type.Module, module);
        return module;
    }

    private static string? PathOf(ClrModule? module) => module?.Name is { Length: > 0 } path ? path : null;

    private static string? DynamicName(ClrModule? module) => module is null || PathOf(module) is not null
        ? null
        : string.Create(CultureInfo.InvariantCulture, $"{(module.AssemblyName is { Length: > 0 } assembly ? assembly : "dynamic")} (in memory, {module.Address:x})");

    private KnownType? Find(ulong address)
    {
        if (_types.TryGetValue(address, out KnownType? known))
            return known;
        if (_rejected.Count >= MaxRejected || _rejected.Contains(address))
            return null;
        known = Ask(address);
        if (known is not null)
            _types.Add(address, known);
        else
            _rejected.Add(address);
        return known;
    }

    // The DAC tells whether this is a method table at all; the sizes are the table's own.
    private KnownType? Ask(ulong address)
    {
        Span<byte> head = stackalloc byte[8];
        if (address < 4096 || (address & HeapLayout.PointerBits) != 0 || memory.Read(address, head) < head.Length)
            return null;
        uint flags = BitConverter.ToUInt32(head);
        uint baseSize = BitConverter.ToUInt32(head[HeapLayout.BaseSizeOffset..]);
        if (_heap!.GetTypeByMethodTable(address) is null)
            return null;
        uint componentSize = (flags & HeapLayout.HasComponents) != 0 ? flags & HeapLayout.ComponentSizeMask : 0;
        return new KnownType { MethodTable = address, BaseSize = baseSize, ComponentSize = componentSize };
    }

    private ulong LoaderAllocatorOf(ulong methodTable)
    {
        Span<byte> pointer = stackalloc byte[sizeof(ulong)];
        return _heap!.GetTypeByMethodTable(methodTable) is { IsCollectible: true } type && memory.Read(type.LoaderAllocatorHandle, pointer) == pointer.Length
            ? BitConverter.ToUInt64(pointer)
            : 0;
    }

    private string? LoadContextName(ulong address)
    {
        if (address == 0 || _heap!.GetObject(address) is not { IsValid: true, Type: { } type } context)
            return null;
        string? name = type.GetFieldByName("_name") is null ? null : context.ReadStringField("_name");
        if (string.IsNullOrEmpty(name))
            name = type.Name;

        // Contexts need not have a name, and two may have one, as when a plug-in is loaded anew while the old one is held. The runtime numbers them.
        return name == DefaultContext || type.GetFieldByName("_id") is null ? name : $"{name} #{context.ReadField<long>("_id")}";
    }
}
