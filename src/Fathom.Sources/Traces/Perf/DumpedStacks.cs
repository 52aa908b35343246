using Fathom.Formats.PerfData.Records;
using Fathom.Formats.UnwindInfo;
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

    // Code of dynamic methods is freed and used again.
    private const int MostDistances = 1 << 14;
    private const long TrustedMs = 1000;

    // kernel.perf_event_max_stack, unless the event or the administrator says otherwise.
    private const int MostKernelChain = 127;

    private readonly ulong[] _chain = new ulong[MostKernelFrames + 1 + MostFrames];
    private readonly Dictionary<(int Pid, ulong Address), int?> _distances = [];
    private long _distancesUntilMs;
    private (ulong Mask, UserRegisterOrder? Order) _registers;
    private AddressSpace _space = new();
    private ICompiledFrames? _compiled;
    private int _pid;

    /// <summary>How the last stack ended; null where it could not be followed at all: of another processor, of a 32-bit program, or empty.</summary>
    public StackEnd? LastEnd { get; private set; }

    /// <summary>Whether the chain by frame pointers of the last stack was longer, and was kept.</summary>
    public bool IsKept { get; private set; }

    /// <summary>
    /// Frames of the program in the last stack, from the innermost on, whose caller is certain; from there on, callers without frame pointer may be missing. 0 where the stack could not be followed.
    /// </summary>
    public int ExactFrames { get; private set; }

    /// <summary>Files that were left out because of their size.</summary>
    public long LeftOutFiles => files.LeftOutCount;

    /// <summary>The call chain of a sample; valid until the next one is asked for.</summary>
    /// <param name="sample">The sample.</param>
    /// <param name="space">The code of its process.</param>
    /// <param name="compiled">Code that its process compiled; null where nothing is known of it.</param>
    public ReadOnlySpan<ulong> ChainOf(scoped in PerfSample sample, AddressSpace space, ICompiledFrames? compiled = null)
    {
        ReadOnlySpan<ulong> told = sample.Callchain;
        (LastEnd, IsKept, ExactFrames) = (null, true, 0);
        if (sample.UserRegistersAbi != X64 || sample.UserStack.IsEmpty || OrderOf(sample.Event.Attributes.UserRegisters) is not { } order)
            return told;
        FrameRegisters registers = order.Read(sample.UserRegisters);
        int user = told.IndexOf(CallchainMarker.User);
        int kernel = Math.Min(user < 0 ? told.Length : user, MostKernelFrames);
        told[..kernel].CopyTo(_chain);
        _chain[kernel] = CallchainMarker.User;
        (_space, _compiled, _pid) = (space, compiled, sample.Pid);
        ReadOnlySpan<ulong> own = user < 0 ? [] : told[(user + 1)..];
        Span<ulong> found = _chain.AsSpan(kernel + 1, MostFrames);
        LastEnd = StackWalker.Walk(this, registers, new StackBytes(registers.StackPointer, sample.UserStack), own, found, out int count, out int exactCount);
        // Where the kernel's chain is as long as it may be, its outer end is missing too.
        if (LastEnd == StackEnd.Joined && told.Length >= Math.Max(MostKernelChain, sample.Event.Attributes.MaxStack))
            LastEnd = StackEnd.TooLong;
        IsKept = LastEnd is not (StackEnd.Outermost or StackEnd.Joined) && count < own.Length;

        // A frame that both chains have in the same place has the caller that both have.
        ExactFrames = IsKept ? Math.Clamp(own.CommonPrefixLength(found[..count]) - 1, 0, exactCount) : exactCount;
        return IsKept ? told : _chain.AsSpan(0, kernel + 1 + count);
    }

    /// <inheritdoc/>
    UnwindPlace IUnwindSpace.Find(ulong address) => _space.TryFind(address, out CodeMapping mapping)
        ? new UnwindPlace(true, mapping.Image.Kind == CodeKind.Compiled ? _compiled?.Frames : files.Of(in mapping, _pid), mapping.PlaceOf(address))
        : default;

    /// <inheritdoc/>
    int IUnwindSpace.ReadCode(ulong address, Span<byte> buffer) => _compiled?.ReadCode(address, buffer) ?? 0;

    /// <inheritdoc/>
    int? IUnwindSpace.FramePointerDistance(ulong address)
    {
        if (_compiled is null)
            return null;
        if (_distances.Count >= MostDistances || Environment.TickCount64 >= _distancesUntilMs)
        {
            _distances.Clear();
            _distancesUntilMs = Environment.TickCount64 + TrustedMs;
        }

        if (!_distances.TryGetValue((_pid, address), out int? distance))
        {
            Span<byte> code = stackalloc byte[FramePointerSetting.MostBytes];
            _distances.Add((_pid, address), distance = FramePointerSetting.Distance(code[.._compiled.ReadCode(address, code)]));
        }

        return distance;
    }

    private UserRegisterOrder? OrderOf(ulong mask)
    {
        if (_registers.Mask != mask)
            _registers = (mask, UserRegisterOrder.Of(mask));
        return _registers.Order;
    }
}
