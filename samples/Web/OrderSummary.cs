namespace Web;

/// <summary>What orders are worth, and the customers who ordered most: a small answer that takes work.</summary>
internal sealed record OrderSummary(int Orders, decimal Worth, KeyValuePair<string, decimal>[] Best)
{
    private const int Most = 10;

    public static OrderSummary Of(IEnumerable<Order> orders)
    {
        Dictionary<string, decimal> customers = [];
        int count = 0;
        foreach (Order order in orders)
        {
            customers[order.Customer] = customers.GetValueOrDefault(order.Customer) + order.Lines.Sum(static line => line.Count * line.Price);
            count++;
        }

        return new OrderSummary(count, customers.Values.Sum(), [.. customers.OrderByDescending(static customer => customer.Value).Take(Most)]);
    }
}
