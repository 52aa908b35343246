using System.Runtime.CompilerServices;

namespace HeapRoots;

/// <summary>Makes objects in methods of their own, so that no register or local of the caller keeps one alive.</summary>
internal static class Makers
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static T[] Many<T>(int count)
        where T : class, new()
    {
        T[] items = new T[count];
        for (int i = 0; i < count; i++)
            items[i] = new T();
        return items;
    }

    /// <summary>Runs work on a thread that then ends, so that nothing of it stays on a stack.</summary>
    public static void Apart(Action work)
    {
        Thread thread = new(() => work());
        thread.Start();
        thread.Join();
    }
}
