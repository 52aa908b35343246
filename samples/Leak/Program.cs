// A small order service with a leak: every handled order stays in a static dictionary that nobody cleans.
// Reads "work N" lines, answers "done N" with the number of orders held so far, and ends when its input closes.
namespace Shop;

internal sealed class Order(int number, string customer)
{
    public int Number { get; } = number;

    public string Customer { get; } = customer;

    public decimal[] Prices { get; } = new decimal[4];
}

internal static class OrderCache
{
    private static readonly Dictionary<int, Order> s_handled = [];

    public static int Count => s_handled.Count;

    public static void Handle(Order order) => s_handled[order.Number] = order;
}

internal static class Program
{
    private static void Main()
    {
        while (Console.ReadLine() is { } line)
        {
            if (!line.StartsWith("work ", StringComparison.Ordinal) || !int.TryParse(line.AsSpan(5), out int orders))
                continue;
            for (int i = 0; i < orders; i++)
                OrderCache.Handle(new Order(OrderCache.Count, $"customer {i % 100}"));
            Console.Out.WriteLine($"done {OrderCache.Count}");
        }
    }
}
