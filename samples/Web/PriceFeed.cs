namespace Web;

/// <summary>A static event: who forgets to leave it lives as long as the process.</summary>
internal static class PriceFeed
{
    public static event EventHandler? Changed;

    public static void Raise() => Changed?.Invoke(null, EventArgs.Empty);
}
