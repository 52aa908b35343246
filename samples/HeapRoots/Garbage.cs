using System.Runtime.CompilerServices;

namespace HeapRoots;

/// <summary>Objects that nothing holds, some of them in cycles.</summary>
internal static class Garbage
{
    private const int Cycles = 21;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Create(Manifest manifest)
    {
        manifest.Dead(typeof(Dead), 2 * Cycles);
        for (int i = 0; i < Cycles; i++)
        {
            Dead one = new();
            one.Next = new Dead { Next = one };
        }
    }
}
