using System.Buffers;

namespace Fathom.Query.Requests;

/// <summary>An array of the shared pool that a function keeps while it goes through its rows.</summary>
internal static class RentedArray
{
    /// <summary>Exchanges it for one that is long enough; what was in it is lost.</summary>
    public static void Grow<T>(ref T[] array, int length)
    {
        if (array.Length >= length)
            return;
        ArrayPool<T>.Shared.Return(array);
        array = ArrayPool<T>.Shared.Rent(length);
    }
}
