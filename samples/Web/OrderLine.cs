namespace Web;

/// <summary>A line of an order.</summary>
internal sealed record OrderLine(string Product, int Count, decimal Price);
