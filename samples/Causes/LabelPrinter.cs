namespace Store;

/// <summary>Address labels; the printer takes its time.</summary>
internal static class LabelPrinter
{
    public static string Print(Guid order)
    {
        WaitForPaper();
        return $"label of {order:D}";
    }

    private static void WaitForPaper() => Thread.Sleep(120);
}
