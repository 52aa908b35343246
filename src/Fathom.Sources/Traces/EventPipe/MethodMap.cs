using Fathom.Sources.Events;
using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>
/// The code of a process by its addresses and times, as the runtime tells it while it compiles and unloads, and at the end of a session. What is told at the end was there before, unless the trace has
/// told its beginning. Of two methods that were at an address at the same time, as far as is known, the later told one counts.
/// </summary>
/// <param name="names">Keeps the names of methods, for all processes.</param>
/// <param name="most">Pieces of code that are kept.</param>
internal sealed class MethodMap(MethodNames names, int most = 1 << 20)
{
    // Code that begins before an address and reaches it is near; a trace that says otherwise is damaged.
    private const int MostSteps = 1_000;

    private readonly Dictionary<ulong, TracedCode> _latest = [];
    private readonly List<TracedCode> _all = [];
    private readonly Dictionary<ulong, ManagedModule> _modules = [];
    private TracedCode[]? _sorted;
    private ulong[] _starts = [];
    private ulong[] _ends = [];

    /// <summary>Pieces of code that found no room.</summary>
    public long Overflows { get; private set; }

    /// <summary>Where its code was at the addresses of other code before.</summary>
    public ReusedCode Reused { get; } = new();

    /// <summary>The code of a method is there from now on.</summary>
    /// <param name="code">The code.</param>
    /// <param name="timeNs">When; null for code that does not move, as that which was compiled ahead of time.</param>
    public void Load(in MethodCode code, long? timeNs)
    {
        string name = names.Of(in code);
        if (_latest.TryGetValue(code.Start, out TracedCode? before) && before.Stayed && before.Is(code.SizeBytes, code.ModuleId, name))
            return;
        if (timeNs is { } at && Reused.WasSeen(code.Start, code.SizeBytes))
            Reused.Change(code.Start, code.SizeBytes, at);
        Add(Made(code, name, timeNs ?? long.MinValue));
    }

    /// <summary>The code of a method is no longer there.</summary>
    public void Unload(in MethodCode code, long timeNs)
    {
        string name = names.Of(in code);
        if (Reused.WasSeen(code.Start, code.SizeBytes))
            Reused.Change(code.Start, code.SizeBytes, timeNs);
        if (!_latest.TryGetValue(code.Start, out TracedCode? there) || !there.Stayed || !there.Is(code.SizeBytes, code.ModuleId, name))
        {
            long fromNs = there?.ToNs is { } end and < long.MaxValue ? end : long.MinValue;
            Add(there = Made(code, name, fromNs));
        }

        there.End(timeNs);
    }

    /// <summary>The code of a method was there when the session ended.</summary>
    /// <param name="code">The code.</param>
    /// <param name="pieces">Which IL it was compiled from; null where that is not known, or nobody asks.</param>
    public void AddLast(in MethodCode code, IlPieces? pieces = null)
    {
        string name = names.Of(in code);
        _latest.TryGetValue(code.Start, out TracedCode? before);
        if (before is { Stayed: true } && before.Is(code.SizeBytes, code.ModuleId, name))
        {
            before.Pieces ??= pieces;
            return;
        }

        long fromNs = before is null ? long.MinValue : before.Stayed ? before.FromNs : before.ToNs;
        TracedCode last = Made(code, name, fromNs);
        last.Pieces = pieces;
        Add(last);
    }

    /// <summary>The code that was told last at an address; null for none.</summary>
    public TracedCode? Latest(ulong start) => _latest.GetValueOrDefault(start);

    /// <summary>Tells what is known of a module; what is told without an id of its PDB does not replace what has one.</summary>
    public void AddModule(ulong moduleId, ManagedModule module)
    {
        if (module.PdbId != Guid.Empty || !_modules.ContainsKey(moduleId))
            _modules[moduleId] = module;
    }

    /// <summary>The method that had an address during a time; null where none is known.</summary>
    /// <param name="address">The address.</param>
    /// <param name="span">A time in which the code there was the same.</param>
    public TracedCode? Find(ulong address, (long FromNs, long ToNs) span)
    {
        if (_sorted is null)
            Sort();
        int at = Array.BinarySearch(_starts, address);
        at = at >= 0 ? at : ~at - 1;
        // Of several with this start any may have been found.
        while (at >= 0 && at + 1 < _starts.Length && _starts[at + 1] == _starts[at])
            at++;
        TracedCode? best = null;
        for (int steps = 0; at >= 0 && _ends[at] > address && steps < MostSteps; at--, steps++)
        {
            TracedCode code = _sorted![at];
            if (address - code.Start >= code.SizeBytes || code.FromNs >= span.ToNs || code.ToNs <= span.FromNs)
                continue;
            // What is known to have come later counts; of what was there before the trace, that which went first.
            if (best is null || code.FromNs > best.FromNs || (code.FromNs == best.FromNs && code.ToNs < best.ToNs))
                best = code;
        }

        return best;
    }

    /// <summary>
    /// The replacing code that begins right behind an address. On .NET 11 a caller that was replaced while it ran (on-stack replacement) has the first address of
    /// its new code in place of a return address, and the place of the call is taken to be one before it, where no code is. Other code is never returned to at
    /// its beginning, so an address before it has no name.
    /// </summary>
    /// <param name="address">The address.</param>
    /// <param name="span">A time in which the code there was the same.</param>
    public TracedCode? FindBehind(ulong address, (long FromNs, long ToNs) span) =>
        Find(address + 1, span) is { IsReplacement: true } code && code.Start == address + 1 ? code : null;

    /// <summary>The file name of a module; null where it was not told.</summary>
    public string? ModuleOf(ulong moduleId) => _modules.GetValueOrDefault(moduleId)?.Name;

    /// <summary>What is known of the module of code; null where nothing was told.</summary>
    public ManagedModule? ModuleOf(TracedCode code) => Module(code.ModuleId);

    /// <summary>What is known of a module; null where nothing was told.</summary>
    public ManagedModule? Module(ulong moduleId) => _modules.GetValueOrDefault(moduleId);

    /// <summary>First addresses of some of the code, spread over all of it.</summary>
    /// <param name="most">How many at most.</param>
    public IReadOnlyList<ulong> Some(int most)
    {
        int step = Math.Max(1, _all.Count / most);
        return [.. _all.Where((_, index) => index % step == 0).Take(most).Select(static code => code.Start)];
    }

    /// <summary>Where code of different methods was at one address, by all that was told.</summary>
    public ReusedCode Changes()
    {
        Sort();
        HashSet<TracedCode> shared = [];
        for (int i = 0; i < _sorted!.Length; i++)
        {
            for (int j = i + 1; j < Math.Min(_sorted.Length, i + MostSteps) && _sorted[j].Start - _sorted[i].Start < _sorted[i].SizeBytes; j++)
            {
                shared.Add(_sorted[i]);
                shared.Add(_sorted[j]);
            }
        }

        ReusedCode changes = new();
        foreach ((TracedCode code, long timeNs) in shared.SelectMany(static code => ((TracedCode, long)[])[(code, code.FromNs), (code, code.ToNs)]).OrderBy(static change => change.Item2))
        {
            if (timeNs is > long.MinValue and < long.MaxValue)
                changes.Change(code.Start, code.SizeBytes, timeNs);
        }

        return changes;
    }

    private static TracedCode Made(in MethodCode code, string name, long fromNs) =>
        new(code.Start, code.SizeBytes, code.ModuleId, name, fromNs) { IsReplacement = code.IsReplacement, IsCompiled = code.IsCompiled, Token = code.Token };

    private void Add(TracedCode code)
    {
        if (_all.Count >= most)
        {
            Overflows++;
            return;
        }

        _all.Add(code);
        _latest[code.Start] = code;
        _sorted = null;
    }

    // Later told ones stand behind, so that they are met first. Code may lie within longer code that was there at another time: each entry knows the farthest end up to it.
    private void Sort()
    {
        _sorted = [.. _all.OrderBy(static code => code.Start)];
        _starts = [.. _sorted.Select(static code => code.Start)];
        _ends = new ulong[_sorted.Length];
        ulong end = 0;
        for (int i = 0; i < _sorted.Length; i++)
            _ends[i] = end = Math.Max(end, _starts[i] + _sorted[i].SizeBytes);
    }
}
