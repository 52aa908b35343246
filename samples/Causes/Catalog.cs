using System.Text.Json;

namespace Store;

/// <summary>All products by department.</summary>
internal sealed class Catalog
{
    private readonly Department _all = Make("all", 5, 0);

    public string Export() => JsonSerializer.Serialize(_all);

    private static Department Make(string name, int levels, int number) => new(
        name,
        [.. Enumerable.Range(0, 12).Select(i => new Product((number * 12) + i, $"{name} product {i}", i * 1.25m, new DateTime(2026, 1, 1).AddHours(number + i), ["new", "small", name]))],
        levels == 0 ? [] : [.. Enumerable.Range(0, 3).Select(i => Make($"{name}.{i}", levels - 1, (number * 3) + i + 1))]);

    private sealed record Department(string Name, Product[] Products, Department[] Parts);

    private sealed record Product(int Id, string Name, decimal Price, DateTime Since, string[] Words);
}
