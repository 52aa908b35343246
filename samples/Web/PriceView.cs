namespace Web;

/// <summary>A view that follows the prices and never leaves.</summary>
internal sealed class PriceView
{
    private readonly List<int> _seen = [];

    public PriceView() => PriceFeed.Changed += OnChanged;

    private void OnChanged(object? sender, EventArgs args) => _seen.Add(_seen.Count);
}
