using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Async;

/// <summary>
/// Where the facts lie in the tasks of calls that the runtime itself suspends (.NET 11): such a task keeps, in the place for the state of its caller, the
/// innermost of a chain of continuations. Each continuation stands for one suspended call and leads to that of its caller.
/// </summary>
/// <param name="FlagsOffset">Offset of the task's state flags.</param>
/// <param name="ChainOffset">Offset of the reference to the innermost continuation.</param>
internal sealed record RuntimeAsyncLayout(int FlagsOffset, int ChainOffset)
{
    private const string TaskName = "System.Runtime.CompilerServices.AsyncHelpers+RuntimeAsyncTask<";
    private const ulong AnyAddress = 0x1_0000;

    /// <summary>The layout of a type; null where it is no such task.</summary>
    public static RuntimeAsyncLayout? Of(ClrType type)
    {
        if (type.Name?.StartsWith(TaskName, StringComparison.Ordinal) != true)
            return null;
        return new RuntimeAsyncLayout(Offset(type, "m_stateFlags"), Offset(type, "m_stateObject"));
    }

    /// <summary>Whether both fields are there.</summary>
    public bool IsKnown => FlagsOffset >= 0 && ChainOffset >= 0;

    /// <summary>Offset of a field from the object's address; -1 where there is none.</summary>
    internal static int Offset(ClrType type, string name) =>
        type.Fields.FirstOrDefault(field => field.Name == name) is { } field ? (int)(field.GetAddress(AnyAddress, interior: false) - AnyAddress) : -1;
}
