// A small picture service whose resident set grows while its managed heap stays small: the pixels of every thumbnail are native memory, and thumbnails
// that were shown are kept. Reads "work N" lines, answers "done N" with the number of thumbnails made so far, and ends when its input closes.
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
}

internal static class Program
{
    private static void Main()
    {
        while (Console.ReadLine() is { } line)
        {
            if (!line.StartsWith("work ", StringComparison.Ordinal) || !int.TryParse(line.AsSpan(5), out int thumbnails))
                continue;
            for (int i = 0; i < thumbnails; i++)
                RecentlyShown.Add(new Thumbnail(i));
            Console.Out.WriteLine($"done {RecentlyShown.Count}");
        }
    }
}
