namespace Fathom.Model.Graph;

/// <summary>
/// Working memory of the computations on one graph: arrays of one number per object, which each of them takes and gives back. The next one uses them
/// again, so that the memory in use does not depend on when the GC collects what the last one has left.
/// </summary>
/// <param name="length">Numbers in each array.</param>
internal sealed class WorkArrays(int length)
{
    private readonly Stack<uint[]> _free = [];

    /// <summary>Takes an array that holds anything.</summary>
    public uint[] Take() => _free.TryPop(out uint[]? array) ? array : GC.AllocateUninitializedArray<uint>(length);

    /// <summary>Takes an array of zeros.</summary>
    public uint[] TakeCleared()
    {
        if (!_free.TryPop(out uint[]? array))
            return new uint[length];
        Array.Clear(array);
        return array;
    }

    /// <summary>Gives arrays back that nobody will look at any more.</summary>
    public void Give(params ReadOnlySpan<uint[]> arrays)
    {
        foreach (uint[] array in arrays)
        {
            if (array.Length == length)
                _free.Push(array);
        }
    }
}
