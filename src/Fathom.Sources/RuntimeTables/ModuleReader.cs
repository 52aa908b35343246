using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.RuntimeTables;

/// <summary>Reads the modules of a target with the load contexts that they belong to.</summary>
/// <param name="runtime">Of a stopped target.</param>
internal sealed class ModuleReader(ClrRuntime runtime)
{
    // AssemblyLoadContext.InternalState.Unloading.
    private const int Unloading = 1;

    /// <summary>All modules.</summary>
    /// <param name="due">Signalled when the target must run again.</param>
    public List<ModuleReading> Read(CancellationToken due)
    {
        List<ModuleReading> modules = [];
        foreach (ClrModule module in runtime.EnumerateModules())
        {
            due.ThrowIfCancellationRequested();
            modules.Add(Read(module));
        }

        return modules;
    }

    private ModuleReading Read(ClrModule module)
    {
        ClrType? first = FirstTypeOf(module);
        ClrObject context = ContextOf(first);
        string? path = string.IsNullOrEmpty(module.Name) || !Path.IsPathRooted(module.Name) ? null : module.Name;
        string name = path is not null ? Path.GetFileName(path) : AssemblyName(module, first);
        string kind = module.IsDynamic ? "dynamic" : path is null ? "memory" : "file";
        return new ModuleReading(
            name, path, NameOf(context), kind, IsCollectible(context), IsUnloading(context), (long)module.Size, module.ImageBase);
    }

    // The runtime tells no name of an assembly that the program made; its types have names.
    private static string AssemblyName(ClrModule module, ClrType? first)
    {
        string full = module.AssemblyName ?? module.Name ?? "";
        int comma = full.IndexOf(',', StringComparison.Ordinal);
        string name = comma < 0 ? full : full[..comma];
        return name.Length > 0 ? name : first?.Name is { } type ? $"(with {type})" : $"(module at 0x{module.Address:x})";
    }

    private ClrType? FirstTypeOf(ClrModule module)
    {
        foreach ((ulong methodTable, int _) in module.EnumerateTypeDefToMethodTableMap())
        {
            if (methodTable != 0 && runtime.GetTypeByMethodTable(methodTable) is { Module: not null } type)
                return type;
        }

        return null;
    }

    // The runtime tells the context of a type, so the first type of a module answers for it.
    private ClrObject ContextOf(ClrType? first)
    {
        // On a running target a collection may have moved it meanwhile; then it is not told.
        ClrObject context = first?.AssemblyLoadContextAddress is { } address and not 0 ? runtime.Heap.GetObject(address) : default;
        return context.Type is { } found && TypeInspector.IsOrDerives(found, "System.Runtime.Loader.AssemblyLoadContext") ? context : default;
    }

    private static string? NameOf(ClrObject context)
    {
        if (!context.IsValid)
            return null;
        if (context.TryReadStringField("_name", null, out string? name) && !string.IsNullOrEmpty(name))
            return name;
        return context.TryReadField("_id", out long id) ? $"{context.Type!.Name} #{id}" : context.Type!.Name;
    }

    private static bool IsCollectible(ClrObject context) => context.IsValid && context.TryReadField("_isCollectible", out bool collectible) && collectible;

    private static bool IsUnloading(ClrObject context) => context.IsValid && context.TryReadField("_state", out int state) && state == Unloading;
}
