namespace Fathom.Storage.Ingest;

/// <summary>
/// A code for each text id that a column of a part uses: an array over all ids of the recording where the part is large beside them, else a
/// dictionary, so that a part of ten rows in a recording of a million texts stays small.
/// </summary>
/// <param name="idCount">Ids given out so far.</param>
/// <param name="rowCount">Rows of the part.</param>
internal sealed class TextCodes(int idCount, int rowCount)
{
    private const int SparseFactor = 4;

    // One more than the code; 0 is an id that the column does not use.
    private readonly uint[]? _dense = rowCount >= idCount / SparseFactor ? new uint[idCount + 1] : null;
    private readonly Dictionary<uint, uint> _sparse = [];

    /// <summary>Notes that an id is used.</summary>
    /// <returns>Whether it was not before.</returns>
    public bool Add(uint id)
    {
        if (_dense is null)
            return _sparse.TryAdd(id, 1);
        bool isNew = _dense[id] == 0;
        _dense[id] = 1;
        return isNew;
    }

    /// <summary>Gives a used id its code.</summary>
    public void Set(uint id, uint code)
    {
        if (_dense is null)
            _sparse[id] = code + 1;
        else
            _dense[id] = code + 1;
    }

    /// <summary>The code of a used id; the highest number for one that is not used, such as that of an absent text.</summary>
    public uint Get(uint id) => (_dense is null ? _sparse.GetValueOrDefault(id) : _dense[id]) - 1;
}
