// A shop that has nine reasons to be slow, one in each of its routes, and the customers who notice. What is slow and why stands in the classes of the routes only.
//   Causes shop                  prints "ready {"address": …}"; ends when its input closes
//   Causes customers ADDRESS     orders until its input closes; "truth [FILE]" writes what it measured of each request, and prints it by route
namespace Store;

internal static class Program
{
    private static Task<int> Main(string[] arguments) => arguments switch
    {
        ["shop"] => Shop.RunAsync(),
        ["customers", var address] => Customers.RunAsync(new Uri(address)),
        _ => UsageAsync(),
    };

    private static async Task<int> UsageAsync()
    {
        await Console.Error.WriteLineAsync("usage: Causes shop | Causes customers ADDRESS");
        return 2;
    }
}
