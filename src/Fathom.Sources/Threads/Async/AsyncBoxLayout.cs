using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Async;

/// <summary>
/// Where the facts lie in the objects that keep suspended calls of one async method. The task of such a call is an <c>AsyncStateMachineBox</c> with the
/// state machine inside: a struct in optimised programs, an object of its own in debug builds. <c>&lt;&gt;1__state</c> is the number of the await that it
/// stands at, and the <c>&lt;&gt;u__N</c> fields keep what it waits for.
/// </summary>
/// <param name="StateMachine">Name of the state machine's type.</param>
/// <param name="Method">Name of the async method.</param>
/// <param name="FlagsOffset">Offset of the task's state flags in the box; -1 where it is no task.</param>
/// <param name="MachineOffset">Offset in the box of the reference to the state machine, or -1 where it lies in the box itself.</param>
/// <param name="StateOffset">Offset of the state, in the box or in the state machine object.</param>
/// <param name="AwaiterOffsets">Offsets of all references in the awaiters, beside it.</param>
internal sealed record AsyncBoxLayout(string StateMachine, string Method, int FlagsOffset, int MachineOffset, int StateOffset, int[] AwaiterOffsets)
{
    private const string BoxName = "AsyncStateMachineBox<";
    private const string PooledName = "PoolingAsyncValueTaskMethodBuilder<";
    private const int MaxDepth = 4;
    private const ulong AnyAddress = 0x1_0000;

    /// <summary>The layout of a type; null where it is not such a box.</summary>
    public static AsyncBoxLayout? Of(ClrType type)
    {
        if (type.Name?.Contains(BoxName, StringComparison.Ordinal) != true)
            return null;
        ClrInstanceField? flags = type.Fields.FirstOrDefault(static field => field.Name == "m_stateFlags");
        return flags is null ? null : Of(type, Offset(flags, false));
    }

    /// <summary>
    /// The layout of a type of objects that keep calls of a method with <c>PoolingAsyncValueTaskMethodBuilder</c>, one after the other; they are no tasks and have no flags. Null for
    /// other types.
    /// </summary>
    public static AsyncBoxLayout? OfPooled(ClrType type) => type.Name?.Contains(PooledName, StringComparison.Ordinal) == true ? Of(type, -1) : null;

    private static AsyncBoxLayout? Of(ClrType type, int flagsOffset)
    {
        ClrInstanceField? machine = type.Fields.FirstOrDefault(static field => field.Name == "StateMachine");
        if (machine?.Type is not { Name: { } name } machineType)
            return null;
        int start = Offset(machine, interior: false);
        bool isInside = machineType.IsValueType;
        ClrInstanceField? state = machineType.Fields.FirstOrDefault(static field => field.Name == "<>1__state");
        if (state is null)
            return null;

        List<int> awaiters = [];
        foreach (ClrInstanceField field in machineType.Fields)
        {
            if (field.Name?.StartsWith("<>u__", StringComparison.Ordinal) == true)
                AddReferences(field, isInside ? start + Offset(field, true) : Offset(field, false), awaiters, 0);
        }

        int stateOffset = isInside ? start + Offset(state, true) : Offset(state, false);
        return new AsyncBoxLayout(name, AsyncMethodName.Of(name), flagsOffset, isInside ? -1 : start, stateOffset, [.. awaiters]);
    }

    private static void AddReferences(ClrInstanceField field, int at, List<int> references, int depth)
    {
        if (field.IsObjectReference)
            references.Add(at);
        else if (field.Type is { IsValueType: true } type && depth < MaxDepth)
        {
            foreach (ClrInstanceField inner in type.Fields)
                AddReferences(inner, at + Offset(inner, true), references, depth + 1);
        }
    }

    private static int Offset(ClrInstanceField field, bool interior) => (int)(field.GetAddress(AnyAddress, interior) - AnyAddress);
}
