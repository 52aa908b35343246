// A small picture service whose resident set grows while its managed heap stays small: the pixels of every thumbnail are native memory, and thumbnails
// that were shown are kept. Reads "work N" lines, answers "done N" with the number of thumbnails that it keeps, and ends when its input closes.
// "forget N" frees all of them but each Nth.
using System.Runtime.InteropServices;

namespace Gallery;

internal sealed unsafe class Thumbnail(int number) : IDisposable
{
    private const int PixelBytes = 64 * 1024;

    private byte* _pixels = Draw(number);

    public byte First => *_pixels;

    public void Dispose()
    {
        NativeMemory.Free(_pixels);
        _pixels = null;
    }

    private static byte* Draw(int number)
    {
        byte* pixels = (byte*)NativeMemory.Alloc(PixelBytes);
        new Span<byte>(pixels, PixelBytes).Fill((byte)number);
        return pixels;
    }
}

internal static class RecentlyShown
{
    private static readonly List<Thumbnail> s_shown = [];

    public static int Count => s_shown.Count;

    public static void Add(Thumbnail thumbnail) => s_shown.Add(thumbnail);

    public static void KeepEach(int keep)
    {
        List<Thumbnail> kept = [.. s_shown.Where((_, i) => i % keep == 0)];
        foreach (Thumbnail thumbnail in s_shown.Except(kept))
            thumbnail.Dispose();
        s_shown.Clear();
        s_shown.AddRange(kept);
    }
}

internal static class Program
{
    private static void Main()
    {
        while (Console.ReadLine() is { } line)
        {
            if (line.Split(' ') is not [var verb, var word] || !int.TryParse(word, out int number))
                continue;
            if (verb == "forget")
                RecentlyShown.KeepEach(number);
            for (int i = 0; verb == "work" && i < number; i++)
                RecentlyShown.Add(new Thumbnail(i));
            Console.Out.WriteLine($"done {RecentlyShown.Count}");
        }
    }
}
