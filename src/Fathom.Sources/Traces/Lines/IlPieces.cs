using Fathom.Sources.Events.Maps;

namespace Fathom.Sources.Traces.Lines;

/// <summary>Which IL the pieces of the code of a method were compiled from.</summary>
internal sealed class IlPieces
{
    private readonly uint[] _native;
    private readonly int[] _il;

    /// <summary>Takes a map.</summary>
    /// <param name="native">Where the pieces begin, in any order; it is brought into order.</param>
    /// <param name="il">The IL of each.</param>
    public IlPieces(uint[] native, int[] il)
    {
        // Of pieces that begin at one place all but the last are empty, so their order must stay.
        int[] order = [.. Enumerable.Range(0, native.Length).OrderBy(index => native[index])];
        (_native, _il) = ([.. order.Select(index => native[index])], [.. order.Select(index => il[index])]);
    }

    /// <summary>The IL of the instruction at an offset of the code, or one of <see cref="IlOffset"/>.</summary>
    public int Find(ulong offset)
    {
        int low = 0, high = _native.Length;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_native[middle] <= offset)
                low = middle + 1;
            else
                high = middle;
        }

        return low == 0 ? IlOffset.Prolog : _il[low - 1];
    }
}
