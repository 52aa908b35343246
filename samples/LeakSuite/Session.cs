namespace LeakSuite;

/// <summary>112 bytes, with the fields of its event.</summary>
internal sealed class Session
{
    public long A = 1, B = 2, C = 3, D = 4, E = 5, F = 6, G = 7, H = 8, I = 9, J = 10, K = 11;

    public event EventHandler? Closed;

    public void OnClosed(object? sender, EventArgs e) => Closed?.Invoke(sender, e);
}
