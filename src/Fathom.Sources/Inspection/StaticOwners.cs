using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>
/// Finds the static fields that hold wanted delegates: static events. Looks through the types of the program and its libraries, and through those of the
/// framework that offer static events to everybody; all others of the framework would take too long while the target stands still.
/// </summary>
internal static class StaticOwners
{
    private const int MaxTypes = 20_000;

    private static readonly string[] s_frameworkTypes = ["System.AppContext", "System.Threading.Tasks.TaskScheduler", "System.Runtime.Loader.AssemblyLoadContext"];

    /// <summary>Looks through the static fields of the types that are loaded and not generic.</summary>
    /// <param name="runtime">Of the stopped target.</param>
    /// <param name="wanted">The delegates.</param>
    /// <param name="due">Signalled when the target must run again.</param>
    public static void Find(ClrRuntime runtime, IReadOnlyDictionary<ulong, EventTargets> wanted, CancellationToken due)
    {
        ClrAppDomain domain = runtime.AppDomains[0];
        int left = MaxTypes;
        foreach (ClrModule module in runtime.EnumerateModules().Where(static module => !IsFramework(module)))
        {
            foreach ((ulong methodTable, int _) in module.EnumerateTypeDefToMethodTableMap())
            {
                due.ThrowIfCancellationRequested();
                if (left-- == 0 || wanted.Values.All(static entry => entry.Owner is not null))
                    return;
                if (runtime.GetTypeByMethodTable(methodTable) is { } type)
                    Find(type, domain, wanted);
            }
        }

        foreach (string name in s_frameworkTypes)
        {
            if (runtime.BaseClassLibrary.GetTypeByName(name) is { } type)
                Find(type, domain, wanted);
        }
    }

    private static bool IsFramework(ClrModule module)
    {
        string name = Path.GetFileName(module.Name ?? "");
        return name.StartsWith("System.", StringComparison.Ordinal) || name.StartsWith("Microsoft.", StringComparison.Ordinal);
    }

    private static void Find(ClrType type, ClrAppDomain domain, IReadOnlyDictionary<ulong, EventTargets> wanted)
    {
        foreach (ClrStaticField field in type.StaticFields)
        {
            bool mayHold = field.IsObjectReference && field.Name is not null && (field.Type is null || DelegateInspector.IsDelegate(field.Type)) && field.IsInitialized(domain);
            if (mayHold && wanted.TryGetValue(field.ReadObject(domain).Address, out EventTargets? targets))
                targets.Owner ??= new DelegateOwner(type.Name ?? "(unnamed type)", field.Name!, true);
        }
    }
}
