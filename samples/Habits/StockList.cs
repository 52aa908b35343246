using Microsoft.Win32.SafeHandles;

namespace Habits;

/// <summary>A list of what is in stock, of which each line is read with a call of its own.</summary>
internal static class StockList
{
    private const int LineBytes = 32;
    private const int Lines = 2_000;

    public static void Begin() => new Thread(Look) { IsBackground = true }.Start();

    private static void Look()
    {
        string path = Path.GetTempFileName();
        File.WriteAllBytes(path, new byte[LineBytes * Lines]);
        using SafeFileHandle list = File.OpenHandle(path);
        File.Delete(path);
        byte[] line = new byte[LineBytes];
        while (true)
        {
            for (int i = 0; i < Lines; i++)
                RandomAccess.Read(list, line, (long)i * LineBytes);
            Thread.Sleep(50);
        }
    }
}
