using System.Reflection;
using System.Runtime.CompilerServices;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;
using Microsoft.Diagnostics.Runtime.AbstractDac;
using Microsoft.Diagnostics.Runtime.Utilities;
using FieldInfo = System.Reflection.FieldInfo;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// Where the stack of a thread lies, as the runtime noted when the thread began. ClrMD reads that from a structure that Windows has only, so the data access library is asked itself:
/// <c>ISOSDacInterface::GetStackLimits(thread, *start, *end, *frame)</c>, the twentieth function of that interface.
/// </summary>
internal static unsafe class ThreadStack
{
    private const int GetStackLimits = 19;

    private static FieldInfo? s_interface;

    /// <summary>The stack of a thread; empty where the library does not tell.</summary>
    public static AddressRange Of(ClrThread thread)
    {
        if (Helpers(thread) is not { } helpers)
            return default;
        FieldInfo? field = s_interface ??= helpers.GetType().GetField("_sos", BindingFlags.Instance | BindingFlags.NonPublic);
        if (field?.GetValue(helpers) is not CallableCOMWrapper wrapper || Self(wrapper) is not (not 0 and var self))
            return default;
        ulong one = 0, other = 0, frame = 0;
        delegate* unmanaged<nint, ulong, ulong*, ulong*, ulong*, int> ask = (delegate* unmanaged<nint, ulong, ulong*, ulong*, ulong*, int>)(*(nint**)self)[GetStackLimits];

        // A stack grows down, and the library takes that for the order of its bounds.
        return ask(self, thread.Address, &one, &other, &frame) >= 0 ? new AddressRange(Math.Min(one, other), Math.Max(one, other)) : default;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_threadHelpers")]
    private static extern ref IAbstractThreadHelpers? Helpers(ClrThread thread);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Self")]
    private static extern nint Self(CallableCOMWrapper wrapper);
}
