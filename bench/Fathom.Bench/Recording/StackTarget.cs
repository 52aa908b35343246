using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Fathom.Bench.Recording;

/// <summary>Programs with stacks that are deep: this program again, with the words <c>stack-target json|deep</c>. They run until their input closes.</summary>
internal static class StackTarget
{
    private const int JsonDepth = 20;
    private const int Calls = 150;
    private const int AsyncCalls = 40;

    public static int Run(string name)
    {
        new Thread(name == "json" ? Json : Deep) { IsBackground = true }.Start();
        Console.WriteLine("ready");
        while (Console.ReadLine() is not null)
        {
        }

        return 0;
    }

    private static void Json()
    {
        Part whole = new("part", 1, null);
        for (int i = 0; i < JsonDepth; i++)
            whole = new Part($"part {i}", i, [whole, new Part("leaf", i, null)]);
        while (true)
            _ = JsonSerializer.Deserialize<Part>(JsonSerializer.SerializeToUtf8Bytes(whole))!.Number;
    }

    private static void Deep()
    {
        while (true)
            Down(Calls);
    }

    // Some state in each frame, as ordinary methods have.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Down(int left)
    {
        Span<long> own = stackalloc long[8];
        own.Fill(left);
        return left == 0 ? AwaitAsync(AsyncCalls).GetAwaiter().GetResult() : Down(left - 1) + own[left % 8];
    }

    private static async Task<long> AwaitAsync(int left)
    {
        if (left > 0)
            return await AwaitAsync(left - 1) + left;
        long sum = 0;
        for (int i = 0; i < 20_000; i++)
            sum = (sum * 31) + i;
        await Task.CompletedTask;
        return sum;
    }

    private sealed record Part(string Name, int Number, IReadOnlyList<Part>? Parts);
}
