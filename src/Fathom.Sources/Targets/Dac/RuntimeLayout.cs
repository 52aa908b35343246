using Fathom.Model;

namespace Fathom.Sources.Targets.Dac;

/// <summary>
/// The places and masks of the runtime's structures that Fathom reads by itself, without the data access library. Runtimes that describe themselves (.NET 10 and
/// later) are compared with them before anything is read: where one differs, every number would be wrong, and none is given.
/// </summary>
internal static class RuntimeLayout
{
    /// <summary>Offsets of fields in bytes, by structure and field; "!" is the size of the structure.</summary>
    public static readonly IReadOnlyDictionary<(string Type, string Field), int> Offsets = new Dictionary<(string Type, string Field), int>
    {
        [("Object", "m_pMethTab")] = 0,
        [("MethodTable", "MTFlags")] = 0,
        [("MethodTable", "BaseSize")] = 4,
        [("Array", "m_NumComponents")] = 8,
        [("Array", "!")] = 16,
        [("String", "m_StringLength")] = 8,
        [("String", "m_FirstChar")] = 12,
    };

    /// <summary>Constants by name.</summary>
    public static readonly IReadOnlyDictionary<string, ulong> Numbers = new Dictionary<string, ulong>
    {
        ["ObjectToMethodTableUnmask"] = 0x7,
        ["PtrArrayOffsetToDataArray"] = 16,
        ["SyncBlockValueToObjectOffset"] = 4,
        ["SyncBlockMaskLockThreadId"] = 0x0000_ffff,
        ["SyncBlockMaskLockRecursionLevel"] = 0x003f_0000,
        ["SyncBlockRecursionLevelShift"] = 16,
        ["SyncBlockIsHashOrSyncBlockIndex"] = 0x0800_0000,
    };

    /// <summary>The first difference, as the end of a sentence; null where there is none, and for runtimes that do not tell.</summary>
    public static string? Difference(RuntimeDescriptor? descriptor)
    {
        if (descriptor is null)
            return null;
        foreach (((string type, string field), int known) in Offsets)
        {
            if (descriptor.OffsetOf(type, field) is { } told && told != known)
                return field == "!" ? $"{type} has {told} bytes and not {known}" : $"{type}.{field} is at {told} and not at {known}";
        }

        foreach ((string name, ulong known) in Numbers)
        {
            if (descriptor.Number(name) is { } told && told != known)
                return $"{name} is 0x{told:x} and not 0x{known:x}";
        }

        return null;
    }

    /// <summary>Refuses a runtime that differs.</summary>
    /// <param name="subject">What it belongs to, such as <c>process 123</c>.</param>
    /// <param name="descriptor">Its description of itself, or null.</param>
    /// <exception cref="FathomException">It differs.</exception>
    public static void Check(string subject, RuntimeDescriptor? descriptor)
    {
        if (Difference(descriptor) is { } difference)
        {
            throw FathomException.Target(
                $"The runtime of {subject} keeps its objects in another way than Fathom knows: {difference}. Nothing was read.",
                "use a version of fathom that knows this version of .NET");
        }
    }
}
