using System.Buffers.Binary;

namespace Fathom.Formats.PerfData.Events;

/// <summary>
/// What a recorder of Fathom says of threads that were there when it began: samples of an event of its own, each with the state that <c>/proc</c> showed at that time.
/// </summary>
/// <remarks>The fields behind the usual ones (raw) are i32 state, by the bits of <c>sched_switch</c>, and i32 number of the system call that the thread waits in, -1 for none.</remarks>
public static class StartStates
{
    /// <summary>Name of the event.</summary>
    public const string EventName = "fathom:start_states";

    /// <summary>Bytes of the fields.</summary>
    public const int FieldBytes = 8;

    /// <summary>Reads the fields; false where they are too short.</summary>
    public static bool TryRead(ReadOnlySpan<byte> raw, out int state, out int syscall)
    {
        bool isWhole = raw.Length >= FieldBytes;
        (state, syscall) = isWhole ? (BinaryPrimitives.ReadInt32LittleEndian(raw), BinaryPrimitives.ReadInt32LittleEndian(raw[4..])) : (0, -1);
        return isWhole;
    }
}
