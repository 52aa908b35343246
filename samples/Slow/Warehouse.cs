using System.Runtime.CompilerServices;

namespace Shop;

/// <summary>A service elsewhere, which takes its time.</summary>
internal sealed class Warehouse(TimeSpan answerTime)
{
    // In a larger program neither this nor its caller would be inlined.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int Ask(int product)
    {
        Thread.Sleep(answerTime);
        return product + 1;
    }
}
