using System.Globalization;

namespace Habits;

/// <summary>Receipts of the last orders, which are written again for each.</summary>
internal static class Receipts
{
    private const int Threads = 2;
    private const int Kept = 200_000;

    public static void Begin()
    {
        for (int i = 0; i < Threads; i++)
            new Thread(Write) { IsBackground = true }.Start();
    }

    private static void Write()
    {
        string[] kept = new string[Kept];
        for (int i = 0; ; i++)
            kept[i % Kept] = string.Create(CultureInfo.InvariantCulture, $"receipt {i} of the shop, with thanks");
    }
}
