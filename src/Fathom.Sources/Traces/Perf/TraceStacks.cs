using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Sources.Threads.Unwinding;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Perf;

/// <summary>The stacks of a trace by their frames, each kept once.</summary>
/// <remarks>
/// A call chain means the same as long as the code of its process stays where it is, so it is looked up once for each such span, and only chains that
/// are new are turned into frames. Stacks of equal frames are one, also of different processes that have mapped the same files.
/// </remarks>
/// <param name="processes">Whose code is where.</param>
/// <param name="images">The places that code comes from.</param>
/// <param name="dumped">Makes call chains of copied stacks.</param>
internal sealed class TraceStacks(TraceProcesses processes, CodeImages images, DumpedStacks dumped) : ITraceStacks, IFrameStacks
{
    // What the kernel keeps unless kernel.perf_event_max_stack says otherwise.
    private const int MostFrames = 127;
    private const ulong FirstOfKernel = 0xFFFF_8000_0000_0000;
    private const ulong NotKnown = ulong.MaxValue;

    private readonly CallchainTable<uint> _frames = new();
    private readonly Dictionary<CodePlace, int> _numbers = [];
    private readonly List<CodePlace> _places = [];
    private readonly List<long> _uses = [];
    private readonly List<ulong> _scratch = [];
    private readonly List<uint> _resolved = [];

    /// <inheritdoc/>
    public int Count => _frames.Count;

    /// <inheritdoc/>
    public int FrameCount => _places.Count;

    /// <summary>Where processes had code of several methods at one address, by their numbers. Places of such code have the mark of their address.</summary>
    public IReadOnlyDictionary<int, ReusedCode> Reused { get; set; } = new Dictionary<int, ReusedCode>();

    /// <summary>Samples whose stack found no room.</summary>
    public long Overflows => processes.All.Sum(static process => process.Chains.Overflows) + _frames.Overflows;

    /// <summary>What came of copied stacks.</summary>
    public StackEnds Ends { get; } = new();

    /// <summary>Files that were left out because of their size: frames in them could not be passed.</summary>
    public long LeftOutFiles => dumped.LeftOutFiles;

    /// <summary>Samples whose call chain was cut.</summary>
    public long Truncated { get; private set; }

    /// <inheritdoc/>
    public long UsesOf(int stackId) => stackId < _uses.Count ? _uses[stackId] : 0;

    /// <summary>The place of code of a frame.</summary>
    public CodePlace PlaceOf(int frame) => _places[frame - 1];

    /// <summary>Where frames lie in code that processes compiled, by their numbers.</summary>
    public Dictionary<int, SeenCode> SeenByPid()
    {
        Dictionary<int, SeenCode> seen = [];
        foreach (CodePlace place in _places)
        {
            if (images.All[place.Image] is not { Kind: CodeKind.Compiled, Pid: var pid })
                continue;
            if (!seen.TryGetValue(pid, out SeenCode? code))
                seen.Add(pid, code = new SeenCode());
            code.Saw(place.Place);
        }

        return seen;
    }

    /// <inheritdoc/>
    public ReadOnlySpan<uint> Find(int stackId) => stackId == 0 ? default : _frames.Find(stackId)[..^1];

    // Behind its frames a stack has one more than the number of those that are exact; 0 where that is not known.
    /// <inheritdoc/>
    public int? ExactOf(int stackId) => _frames.Find(stackId) is [.., > 0 and var more] ? (int)more - 1 : null;

    /// <inheritdoc/>
    public int Intern(in PerfSample sample)
    {
        if (sample.Callchain.IsEmpty && sample.UserStack.IsEmpty)
            return 0;
        TraceProcess process = processes.Of(sample.Pid, sample.Tid);
        ReadOnlySpan<ulong> chain = ChainOf(in sample, process, out ulong exactFrames);
        if (chain.IsEmpty)
            return 0;
        CollectionsMarshal.SetCount(_scratch, chain.Length + 1);
        Span<ulong> keyed = CollectionsMarshal.AsSpan(_scratch);
        chain.CopyTo(keyed);
        keyed[^1] = exactFrames;
        if (Reused.Count > 0 && Reused.TryGetValue(process.Pid, out ReusedCode? reused))
            Mark(keyed[..^1], reused, sample.TimeNs);
        ref int stack = ref process.Chains.Of(keyed, out bool isNew);
        if (isNew)
            stack = Resolve(process.Space, keyed[..^1], exactFrames);
        while (_uses.Count <= stack)
            _uses.Add(0);
        _uses[stack]++;
        return stack;
    }

    private ReadOnlySpan<ulong> ChainOf(scoped in PerfSample sample, TraceProcess process, out ulong exactFrames)
    {
        ReadOnlySpan<ulong> chain = sample.Callchain;
        exactFrames = sample.Event.Attributes.HasExactFrames ? sample.Weight : NotKnown;
        if (sample.Event.Attributes.SampleFields.HasFlag(PerfSampleFields.UserStack))
        {
            chain = dumped.ChainOf(in sample, process.Space);
            exactFrames = (ulong)dumped.ExactFrames;
            Ends.Add(dumped);
            Truncated += dumped.LastEnd is StackEnd.NotCopied or StackEnd.TooLong ? 1 : 0;
        }
        else if (chain.Length >= Math.Max(MostFrames, sample.Event.Attributes.MaxStack))
        {
            Truncated++;
        }

        return chain;
    }

    private int Resolve(AddressSpace space, ReadOnlySpan<ulong> chain, ulong exactFrames)
    {
        int beforeUser = -1;
        _resolved.Clear();
        // The innermost frame of each part is where it stopped; the others are where a call returns to, which may lie in the next function.
        bool isInnermost = true, isUser = false;
        foreach (ulong address in chain)
        {
            bool isMarker = CallchainMarker.Is(address);
            if (isMarker)
                isUser = address is CallchainMarker.User or CallchainMarker.GuestUser;
            if (isUser && beforeUser < 0)
                beforeUser = _resolved.Count;
            if (!isMarker)
                _resolved.Add((uint)Number(PlaceOf(space, isInnermost || address == 0 ? address : address - 1, isUser)));
            isInnermost = isMarker;
        }

        if (_resolved.Count == 0)
            return 0;

        // The kernel knows its own callers, and where it was entered.
        int exact = beforeUser < 0 ? _resolved.Count : beforeUser + (int)Math.Min(exactFrames, (ulong)(_resolved.Count - beforeUser));
        _resolved.Add(exactFrames == NotKnown ? 0 : (uint)exact + 1);
        return Math.Max(0, _frames.Intern(CollectionsMarshal.AsSpan(_resolved)));
    }

    private static void Mark(Span<ulong> chain, ReusedCode reused, long timeNs)
    {
        bool isInnermost = true;
        foreach (ref ulong address in chain)
        {
            bool isMarker = CallchainMarker.Is(address);
            if (!isMarker)
                address |= reused.MarkOf(isInnermost || address == 0 ? address : address - 1, timeNs);
            isInnermost = isMarker;
        }
    }

    private CodePlace PlaceOf(AddressSpace space, ulong address, bool isUser)
    {
        if (!isUser && address >= FirstOfKernel)
            return new CodePlace(images.Kernel.Number, address);
        ulong plain = Reused.Count > 0 ? ReusedCode.Plain(address) : address;
        return !space.TryFind(plain, out CodeMapping mapping) ? new CodePlace(images.Unknown.Number, 0)
            : new CodePlace(mapping.Image.Number, mapping.Image.Kind == CodeKind.Compiled ? address : mapping.PlaceOf(plain));
    }

    private int Number(CodePlace place)
    {
        if (_numbers.TryGetValue(place, out int number))
            return number;
        _places.Add(place);
        _numbers.Add(place, _places.Count);
        return _places.Count;
    }
}
