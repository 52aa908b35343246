using Fathom.Formats.PerfData.Records;
using Fathom.Sources.Threads.Unwinding;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Makes call chains of the copied stacks that samples have.</summary>
/// <remarks>The chain has what the kernel told of itself, and then the frames of the program. Nothing is allocated for a sample.</remarks>
/// <param name="files">Tells how frames are passed.</param>
internal sealed class DumpedStacks(IFrameFiles files) : IUnwindSpace
{
    private const int MostFrames = 1024;
    private const int MostKernelFrames = 256;
    private const int X64 = 2;

    private readonly ulong[] _chain = new ulong[MostKernelFrames + 1 + MostFrames];
    private (ulong Mask, UserRegisterOrder? Order) _registers;
    private AddressSpace _space = new();
    private ICompiledFrames? _compiled;
    private int _pid;

    /// <summary>How the last stack ended; null where it could not be followed at all: of another processor, of a 32-bit program, or empty.</summary>
    public StackEnd? LastEnd { get; private set; }

    /// <summary>Whether the chain by frame pointers of the last stack was longer, and was kept.</summary>
    public bool IsKept { get; private set; }

    /// <summary>Files that were left out because of their size.</summary>
    public long LeftOutFiles => files.LeftOutCount;

    /// <summary>The call chain of a sample; valid until the next one is asked for.</summary>
    /// <param name="sample">The sample.</param>
    /// <param name="space">The code of its process.</param>
    /// <param name="compiled">Code that its process compiled; null where nothing is known of it.</param>
    public ReadOnlySpan<ulong> ChainOf(scoped in PerfSample sample, AddressSpace space, ICompiledFrames? compiled = null)
    {
        ReadOnlySpan<ulong> told = sample.Callchain;
        (LastEnd, IsKept) = (null, true);
        if (sample.UserRegistersAbi != X64 || sample.UserStack.IsEmpty || OrderOf(sample.Event.Attributes.UserRegisters) is not { } order)
            return told;
        FrameRegisters registers = order.Read(sample.UserRegisters);
        int user = told.IndexOf(CallchainMarker.User);
        int kernel = Math.Min(user < 0 ? told.Length : user, MostKernelFrames);
        told[..kernel].CopyTo(_chain);
        _chain[kernel] = CallchainMarker.User;
        (_space, _compiled, _pid) = (space, compiled, sample.Pid);
        ReadOnlySpan<ulong> own = user < 0 ? [] : told[(user + 1)..];
        LastEnd = StackWalker.Walk(this, registers, new StackBytes(registers.StackPointer, sample.UserStack), own, _chain.AsSpan(kernel + 1, MostFrames), out int count);
        IsKept = LastEnd is not (StackEnd.Outermost or StackEnd.Joined) && count < own.Length;
        return IsKept ? told : _chain.AsSpan(0, kernel + 1 + count);
    }

    /// <inheritdoc/>
    UnwindPlace IUnwindSpace.Find(ulong address) => _space.TryFind(address, out CodeMapping mapping)
        ? new UnwindPlace(true, mapping.Image.Kind == CodeKind.Compiled ? _compiled?.Frames : files.Of(in mapping, _pid), mapping.PlaceOf(address))
        : default;

    /// <inheritdoc/>
    int IUnwindSpace.ReadCode(ulong address, Span<byte> buffer) => _compiled?.ReadCode(address, buffer) ?? 0;

    private UserRegisterOrder? OrderOf(ulong mask)
    {
        if (_registers.Mask != mask)
            _registers = (mask, UserRegisterOrder.Of(mask));
        return _registers.Order;
    }
}
