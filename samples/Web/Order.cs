namespace Web;

/// <summary>What the program serves.</summary>
internal sealed record Order(int Id, string Customer, OrderLine[] Lines);
