using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Machine;
using Fathom.Model.Recording;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Counts how many stacks of a Windows trace are whole.</summary>
/// <remarks>
/// One that ends in the kernel lacks its part in the program, unless its thread has none, as those of System. A part with as many frames as
/// Windows writes at most may have more. Idle threads are left out, for most of their events become no row.
/// </remarks>
/// <param name="pointerSize">4 or 8: bytes of an address of the kernel.</param>
internal sealed class StackShares(int pointerSize)
{
    private const int Idle = 0;
    private const int System = 4;

    // The kernel has the upper half of the addresses.
    private readonly ulong _kernel = pointerSize == sizeof(ulong) ? 1UL << 63 : 1UL << 31;
    private readonly (string Name, long Whole, long Cut)[] _kinds = [("samples", 0, 0), ("switches", 0, 0), ("other events", 0, 0)];

    /// <summary>Counts the stack of an event; nothing where it has none.</summary>
    public void Add(in NetTraceEvent at)
    {
        StackAddresses stack = at.Stack;
        if (stack.Depth == 0 || at.ProcessId == Idle)
            return;
        ref (string Name, long Whole, long Cut) kind = ref _kinds[KindOf(at.Metadata)];
        bool isCut = (IsOfKernel(stack[stack.Depth - 1]) && at.ProcessId != System)
            || (stack.Depth >= EventStacks.MostFramesOfWindows && IsLong(stack));
        kind.Cut += isCut ? 1 : 0;
        kind.Whole += isCut ? 0 : 1;
    }

    /// <summary>Writes the counts.</summary>
    public void Write(IRecordingSink sink)
    {
        foreach ((string name, long whole, long cut) in _kinds)
        {
            if (whole + cut == 0)
                continue;
            RecorderEventRow row = new(sink.Ids.Text(name), null, whole + cut, 0, 0, 0, 0, whole, cut, 0, 0, null, null);
            sink.Write(new ReadOnlySpan<RecorderEventRow>(in row));
        }
    }

    private static int KindOf(EventMetadata kind) => kind.Provider != KernelHook.Provider ? 2
        : kind.EventId switch
        {
            KernelHook.Sample => 0,
            KernelHook.Switch => 1,
            _ => 2,
        };

    private bool IsOfKernel(ulong address) => address >= _kernel;

    private bool IsLong(StackAddresses stack)
    {
        int inner = 0;
        while (inner < stack.Depth && IsOfKernel(stack[inner]))
            inner++;
        return inner >= EventStacks.MostFramesOfWindows || stack.Depth - inner >= EventStacks.MostFramesOfWindows;
    }
}
