using System.Runtime.InteropServices;
using Fathom.Formats.NetTrace;
using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;
using Fathom.Sources.Traces.Universal;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>The stacks of events by their frames, each kept once. Those of a runtime have managed frames only; those of a machine-wide recorder all.</summary>
/// <param name="stacksBefore">Stacks of other traces in the recording, behind which these are numbered.</param>
/// <param name="lines">Finds source lines; null for those that are known without a folder of symbols.</param>
internal sealed class EventStacks(uint stacksBefore = 0, ManagedLines? lines = null) : IFrameStacks, IFrameNames
{
    private const string NoLines = "the machine-wide recorder wrote no lines of code";

    // The runtime writes no more frames of a stack (EP_MAX_STACK_DEPTH), Windows no more of each part.
    private const int MostFrames = 100;

    /// <summary>Frames of each part of a stack that Windows writes at most.</summary>
    public const int MostFramesOfWindows = 192;

    // Code of 32 bits lies below; it is followed by frame pointers.
    private const ulong Narrow = 1UL << 32;

    private readonly ChainNumbers _chains = new();
    private readonly CallchainTable<uint> _frames = new();
    private readonly Dictionary<TracedPlace, int> _numbers = [];
    private readonly List<TracedPlace> _places = [];
    private readonly List<CodeOrigin> _origins = [];
    private readonly Dictionary<CodeOrigin, int> _images = [];
    private readonly Dictionary<CodeOrigin, int> _imagesSeen = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<int, int?> _ofMachine = [];
    private readonly List<long> _uses = [];
    private readonly List<ulong> _scratch = [];
    private readonly List<uint> _resolved = [];

    /// <inheritdoc/>
    public int FrameCount => _places.Count;

    /// <inheritdoc/>
    public int Count => _frames.Count;

    /// <summary>
    /// Names code in files that a process has mapped, by its number in the recording and an address; null where nobody knows its mappings. The runtime names code compiled ahead of time
    /// at the end of a session only, which a program that is killed does not come to.
    /// </summary>
    public Func<uint, ulong, PlaceName?>? OfFiles { get; set; }

    /// <summary>Finds source lines of such code in the same way.</summary>
    public Func<uint, ulong, SourceLine?>? LineOfFiles { get; set; }

    /// <summary>
    /// Whether another trace of the recording has frames in code, by the number of the process in the recording, start and size of the code; null where there is none.
    /// </summary>
    public Func<uint, ulong, uint, bool>? IsOnOtherStacks { get; set; }

    /// <summary>Finds source lines.</summary>
    public ManagedLines Lines { get; } = lines ?? new ManagedLines([]);

    /// <summary>Whether who wrote the stacks of a machine follows code of 64 bits by tables that tell every frame, as Windows does.</summary>
    public bool FollowsTables { get; init; }

    /// <summary>Names of the methods of all processes.</summary>
    public MethodNames MethodNames { get; } = new();

    /// <summary>Stacks that found no room.</summary>
    public long Overflows => _chains.Overflows + _frames.Overflows;

    /// <inheritdoc/>
    public ReadOnlySpan<uint> Find(int stackId) => _frames.Find(stackId);

    /// <inheritdoc/>
    public int? ExactOf(int stackId) => _ofMachine.TryGetValue(stackId, out int? exact) ? exact
        : Find(stackId).Length is var count and < MostFrames ? count : MostFrames - 1;

    /// <inheritdoc/>
    public long UsesOf(int stackId) => stackId < _uses.Count ? _uses[stackId] : 0;

    /// <summary>The number of a stack; 0 for none, and where there is no room.</summary>
    /// <param name="process">Its process.</param>
    /// <param name="stack">Its addresses.</param>
    /// <param name="timeNs">When it was, on the clock of the trace.</param>
    public uint Intern(TracedProcess process, StackAddresses stack, long timeNs)
    {
        if (stack.Depth == 0)
            return 0;
        CollectionsMarshal.SetCount(_scratch, stack.Depth + 1);
        Span<ulong> keyed = CollectionsMarshal.AsSpan(_scratch);
        keyed[0] = process.Number | ((ulong)(process.Code?.Epoch ?? 0) << 32);
        ReusedCode? reused = process.Methods.Reused is { Any: true } some ? some : null;
        stack.CopyTo(keyed[1..]);
        // The innermost frame is where the thread was; the others are where a call returns to, which may lie in the next method.
        for (int i = 2; i < keyed.Length; i++)
            keyed[i] -= keyed[i] == 0 ? 0UL : 1;
        for (int i = 1; reused is not null && i < keyed.Length; i++)
            keyed[i] = reused.Marked(keyed[i], timeNs);
        ref int number = ref _chains.Of(keyed, out bool isNew);
        if (isNew)
        {
            number = Resolve(process, keyed[1..]);
            if (process.Code is not null)
                _ofMachine.TryAdd(number, FollowsTables ? ExactByTables(keyed[1..]) : null);
        }

        while (_uses.Count <= number)
            _uses.Add(0);
        _uses[number]++;
        return number == 0 ? 0 : stacksBefore + (uint)number;
    }

    /// <inheritdoc/>
    public (int Image, ulong Place) PlaceOf(int frame)
    {
        TracedPlace at = _places[frame - 1];
        if (at.Process.Code is not { } code)
            return (ImageOf(CodeOrigin.Compiled(at.Process.Pid)), at.Plain);
        (CodeOrigin origin, ulong place) = code.PlaceOf(at.Plain, at.Epoch);
        // Most are those of a mapping before, and need not be compared by their paths.
        if (!_imagesSeen.TryGetValue(origin, out int image))
            _imagesSeen.Add(origin, image = ImageOf(origin));
        return (image, place);
    }

    /// <inheritdoc/>
    public CodeImageFacts FactsOf(int number) => _origins[number].Facts();

    /// <inheritdoc/>
    public PlaceName NameOf(int frame)
    {
        TracedPlace at = _places[frame - 1];
        return NameOf(at.Process, at.Plain, at.Process.Methods.Reused.SpanOf(at.Address))
            ?? at.Process.Code?.NameOf(at.Plain, at.Epoch)
            ?? OfFiles?.Invoke(at.Process.Number, at.Plain)
            ?? new PlaceName(null, "unknown", "managed", at.Plain);
    }

    /// <inheritdoc/>
    public SourceLine LineOf(int frame)
    {
        TracedPlace at = _places[frame - 1];
        SourceLine? told = LineOf(Lines, at.Process, at.Plain, at.Process.Methods.Reused.SpanOf(at.Address));
        return told is { Reason: not ManagedLines.AheadOfTime } known ? known
            : LineOfFiles?.Invoke(at.Process.Number, at.Plain) ?? told ?? SourceLine.None(at.Process.Code is null ? ManagedLines.NotTold : NoLines);
    }

    /// <summary>Whether a frame lies in code of a process, as far as stacks were read.</summary>
    public bool HasFrames(TracedProcess process, ulong start, uint sizeBytes) =>
        process.Methods.Reused.WasSeen(start - 1, sizeBytes + 1) || IsOnOtherStacks?.Invoke(process.Number, start - 1, sizeBytes + 1) == true;

    /// <summary>What the code at an address of a process is called; null where its runtime has not told.</summary>
    /// <param name="process">The process.</param>
    /// <param name="address">The address.</param>
    /// <param name="span">A time in which the code there was the same.</param>
    public static PlaceName? NameOf(TracedProcess process, ulong address, (long FromNs, long ToNs) span) => CodeAt(process, address, span) is { } code
        ? new PlaceName(code.Name, process.Methods.ModuleOf(code.ModuleId) ?? "unknown", "managed", address - code.Start)
        {
            Path = process.Methods.ModuleOf(code)?.Path,
            Pid = process.Pid,
        }
        : null;

    /// <summary>The source line of the code at an address of a process; null where its runtime has not told the code.</summary>
    /// <param name="lines">Finds it.</param>
    /// <param name="process">The process.</param>
    /// <param name="address">The address.</param>
    /// <param name="span">A time in which the code there was the same.</param>
    public static SourceLine? LineOf(ManagedLines lines, TracedProcess process, ulong address, (long FromNs, long ToNs) span) =>
        CodeAt(process, address, span) is { } code ? LineOf(lines, process, code, address >= code.Start ? address - code.Start : 0) : null;

    private int ImageOf(CodeOrigin origin)
    {
        if (!_images.TryGetValue(origin, out int image))
        {
            _images.Add(origin, image = _origins.Count);
            _origins.Add(origin);
        }

        return image;
    }

    private static SourceLine LineOf(ManagedLines lines, TracedProcess process, TracedCode code, ulong offset) =>
        InliningTable.LineOf(lines, process, code, offset) is { } line ? line
        : code.Pieces is { } pieces ? lines.Of(process.Methods.ModuleOf(code), code.Token, pieces.Find(offset))
        : SourceLine.None(code.IsCompiled ? ManagedLines.NoMap : ManagedLines.AheadOfTime);

    // Where a method ends with a call, the address behind it is no longer its own.
    private static TracedCode? CodeAt(TracedProcess process, ulong address, (long FromNs, long ToNs) span) =>
        process.Methods.Find(address, span) ?? process.Methods.Find(address - 1, span) ?? process.Methods.FindBehind(address, span);

    private static int ExactByTables(ReadOnlySpan<ulong> chain)
    {
        int exact = 0;
        while (exact < chain.Length && ReusedCode.Plain(chain[exact]) >= Narrow)
            exact++;
        return exact < chain.Length || exact < MostFramesOfWindows ? exact : MostFramesOfWindows - 1;
    }

    private int Resolve(TracedProcess process, ReadOnlySpan<ulong> chain)
    {
        _resolved.Clear();
        foreach (ulong address in chain)
            _resolved.Add((uint)Number(process, address));
        return Math.Max(0, _frames.Intern(CollectionsMarshal.AsSpan(_resolved)));
    }

    private int Number(TracedProcess process, ulong address)
    {
        TracedPlace place = new(process, address, process.Code?.Epoch ?? 0);
        if (_numbers.TryGetValue(place, out int number))
            return number;
        process.Methods.Reused.Saw(place.Plain);
        _places.Add(place);
        _numbers.Add(place, _places.Count);
        return _places.Count;
    }

    private readonly record struct TracedPlace(TracedProcess Process, ulong Address, int Epoch)
    {
        public ulong Plain => ReusedCode.Plain(Address);

        public bool Equals(TracedPlace other) =>
            Address == other.Address && Epoch == other.Epoch && ReferenceEquals(Process, other.Process);

        public override int GetHashCode() =>
            (int)(((Address ^ ((ulong)Process.Number << 40) ^ ((ulong)(uint)Epoch << 52)) * 0x9E37_79B9_7F4A_7C15) >> 32);
    }
}
