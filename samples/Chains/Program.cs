// Holds objects in one long chain, of which a static field is the only holder: "nodes", "list" (LinkedList), "timers" (Task.Delay) or "callbacks" (of a
// CancellationToken), with as many links as asked for. Behind each link lies one payload of 40 bytes. Prints "ready", answers "managed" with the bytes of its heap, and ends when its input closes.
using System.Globalization;

namespace Chains;

/// <summary>What each link leads to: 40 bytes.</summary>
internal sealed class Payload(long number)
{
    private long _sum = number, _square = number * number, _last;

    public void Run() => (_sum, _square, _last) = (_sum + _last, _square + _sum, _square);
}

internal sealed class Node(Node? next, Payload payload)
{
    public Node? Next { get; } = next;

    public Payload Payload { get; } = payload;
}

internal static class Program
{
    private static readonly CancellationTokenSource s_source = new();
    private static Node? s_first;
    private static LinkedList<Payload>? s_list;

    private static void Main(string[] args)
    {
        int count = int.Parse(args[1], CultureInfo.InvariantCulture);
        Action<int> fill = args[0] switch
        {
            "nodes" => Nodes,
            "list" => List,
            "timers" => Timers,
            "callbacks" => Callbacks,
            _ => throw new ArgumentException("nodes, list, timers or callbacks", nameof(args)),
        };
        fill(count);
        GC.Collect();
        Console.Out.WriteLine("ready {}");
        while (Console.ReadLine() is { } line)
            Console.Out.WriteLine(line == "managed" ? GC.GetTotalMemory(forceFullCollection: false).ToString(CultureInfo.InvariantCulture) : "unknown");
    }

    private static void Nodes(int count)
    {
        for (int i = 0; i < count; i++)
            s_first = new Node(s_first, new Payload(i));
    }

    private static void List(int count)
    {
        s_list = new LinkedList<Payload>();
        for (int i = 0; i < count; i++)
            s_list.AddLast(new Payload(i));
    }

    private static void Timers(int count)
    {
        for (int i = 0; i < count; i++)
            _ = Wait(new Payload(i));
    }

    private static async Task Wait(Payload payload)
    {
        await Task.Delay(TimeSpan.FromHours(10));
        payload.Run();
    }

    private static void Callbacks(int count)
    {
        for (int i = 0; i < count; i++)
            s_source.Token.UnsafeRegister(static payload => ((Payload)payload!).Run(), new Payload(i));
    }
}
