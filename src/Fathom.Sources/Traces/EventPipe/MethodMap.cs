namespace Fathom.Sources.Traces.EventPipe;

/// <summary>The code of a process by its addresses, as the runtime tells it while it compiles and at the end of a session. Of two methods with the same first address the later one counts.</summary>
/// <param name="most">Methods that are kept.</param>
internal sealed class MethodMap(int most = 1 << 20)
{
    private readonly Dictionary<ulong, TracedCode> _byStart = [];
    private readonly Dictionary<ulong, string> _modules = [];
    private TracedCode[]? _sorted;
    private ulong[] _starts = [];

    /// <summary>Methods that found no room.</summary>
    public long Overflows { get; private set; }

    /// <summary>Adds the code of a method.</summary>
    public void Add(ulong start, uint sizeBytes, ulong moduleId, ReadOnlySpan<char> type, ReadOnlySpan<char> name)
    {
        if (_byStart.Count >= most && !_byStart.ContainsKey(start))
        {
            Overflows++;
            return;
        }

        _byStart[start] = new TracedCode(start, sizeBytes, moduleId, type.IsEmpty ? name.ToString() : $"{type}.{name}");
        _sorted = null;
    }

    /// <summary>Tells the file name of a module.</summary>
    public void AddModule(ulong moduleId, string file) => _modules[moduleId] = file;

    /// <summary>The method that has this address; null where none is known.</summary>
    public TracedCode? Find(ulong address)
    {
        if (_sorted is null)
        {
            _sorted = [.. _byStart.Values.OrderBy(static code => code.Start)];
            _starts = [.. _sorted.Select(static code => code.Start)];
        }

        int at = Array.BinarySearch(_starts, address);
        at = at >= 0 ? at : ~at - 1;
        return at >= 0 && address - _starts[at] < _sorted[at].SizeBytes ? _sorted[at] : null;
    }

    /// <summary>The file name of a module; null where it was not told.</summary>
    public string? ModuleOf(ulong moduleId) => _modules.GetValueOrDefault(moduleId);
}
