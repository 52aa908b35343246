using Fathom.Sources.Events.Maps;

namespace Fathom.Sources.Traces.Lines;

/// <summary>The map from IL to code that was told last. What it belongs to is told next, and only then it is known whether somebody needs it; until then nothing is allocated.</summary>
internal sealed class LastIlMap
{
    private uint[] _native = new uint[256];
    private int[] _il = new int[256];
    private int _count;
    private ulong _methodId;
    private uint _process;

    /// <summary>Takes a map.</summary>
    /// <param name="map">The map.</param>
    /// <param name="process">The number of its process.</param>
    public void Keep(in IlMap map, uint process)
    {
        (_methodId, _process, _count) = (map.MethodId, process, map.Count);
        if (_count > _native.Length)
            (_native, _il) = (new uint[_count * 2], new int[_count * 2]);
        for (int i = 0; i < _count; i++)
            (_native[i], _il[i]) = map[i];
    }

    /// <summary>Whether the last map is that of a method.</summary>
    public bool Is(ulong methodId, uint process) => _count > 0 && _methodId == methodId && _process == process;

    /// <summary>The last map, which counts for one piece of code.</summary>
    public IlPieces Pieces()
    {
        IlPieces pieces = new(_native[.._count], _il[.._count]);
        _count = 0;
        return pieces;
    }
}
