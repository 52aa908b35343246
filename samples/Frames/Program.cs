// Code whose stacks frame pointers tell wrongly, each in a thread of its own that has its name, for ever: small methods without a frame pointer, loops that are replaced while they run, instances of
// generics, handlers of exceptions, calls through delegates and interfaces, dynamic methods, lambdas in queries, serializers, calls of the system. Prints "ready {}" and ends when its input closes.
//   Frames            all of it
//   Frames blocking   threads that wait, each in one way
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace Frames;

internal interface IShape
{
    double Area(int scale);
}

internal readonly struct Square(double side) : IShape
{
    public double Area(int scale) => Kernel.Mix(side * side * scale);
}

internal sealed class Disc(double radius) : IShape
{
    public double Area(int scale) => Kernel.Mix(radius * radius * Math.PI * scale);
}

internal static class Kernel
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Mix(double value)
    {
        for (int i = 0; i < 20; i++)
            value = (value * 1.0001) + i;
        return value;
    }
}

/// <summary>The middle ones are optimised to a few instructions and have no frame pointer then.</summary>
internal static class Small
{
    public static void Run()
    {
        while (true)
            Outer(100);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Outer(int count)
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
            sum += Middle(i);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Middle(int n) => Wrap(n) + Wrap(n + 1) + 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Wrap(int n) => Leaf(n) + 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Leaf(int n)
    {
        long sum = n;
        for (int i = 0; i < 200; i++)
            sum = (sum * 31) + i;
        return sum;
    }
}

/// <summary>Entered once: the body that runs is one that was made while it ran.</summary>
internal static class Replaced
{
    public static void Run() => Caller();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static double Caller() => Loop(1);

    private static double Loop(double value)
    {
        while (!double.IsNaN(value))
            value = Kernel.Mix(value % 1000);
        return value;
    }
}

internal static class Work
{
    private static readonly List<Order> s_orders = [.. Enumerable.Range(0, 200).Select(static i => new Order($"order {i}", i, [i, i + 1, i + 2]))];

    public static void Json()
    {
        Dictionary<string, Order> orders = s_orders.ToDictionary(static order => order.Name);
        while (true)
            _ = JsonSerializer.Deserialize<Dictionary<string, Order>>(JsonSerializer.SerializeToUtf8Bytes(orders))!.Count;
    }

    public static void Exceptions()
    {
        while (true)
        {
            try
            {
                Throwing(8);
            }
            catch (InvalidOperationException e) when (e.Message.Length > 0)
            {
                Kernel.Mix(1);
            }
        }
    }

    public static void Generics()
    {
        IShape[] shapes = [new Square(2), new Disc(3)];
        while (true)
            _ = Sum<IShape>(shapes, 3) + Sum<Square>([new Square(1), new Square(2)], 2) + Sum<Disc>([new Disc(1)], 2);
    }

    public static void Queries()
    {
        while (true)
        {
            _ = s_orders.Where(static order => Kernel.Mix(order.Amount) > 0)
                .GroupBy(static order => order.Amount % 7)
                .OrderBy(static group => group.Key)
                .Sum(static group => group.Sum(static order => order.Lines.Sum()));
        }
    }

    public static void Dynamic()
    {
        while (true)
        {
            DynamicMethod method = new("Made", typeof(double), [typeof(double)]);
            ILGenerator code = method.GetILGenerator();
            code.Emit(OpCodes.Ldarg_0);
            code.Emit(OpCodes.Call, typeof(Kernel).GetMethod(nameof(Kernel.Mix))!);
            code.Emit(OpCodes.Ret);
            Func<double, double> made = method.CreateDelegate<Func<double, double>>();
            for (int i = 0; i < 2000; i++)
                made(i);
        }
    }

    public static void Suspended()
    {
        while (true)
            SumAsync(5).GetAwaiter().GetResult();
    }

    public static void Locals()
    {
        Span<long> stack = stackalloc long[64];
        while (true)
        {
            for (int i = 0; i < 200; i++)
                stack[i % 64] = Large(i, stack);
        }
    }

    public static void Waits()
    {
        while (true)
            Sleep();
    }

    public static void Sorts()
    {
        string[] names = [.. s_orders.Select(static order => order.Name)];
        while (true)
        {
            Array.Sort(names, static (a, b) => string.CompareOrdinal(b, a));
            Array.Sort(names, StringComparer.Ordinal);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Sleep() => _ = Usleep(50);

    [DllImport("libc", EntryPoint = "usleep")]
    private static extern int Usleep(uint microseconds);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long Large(int seed, Span<long> around)
    {
        Span<long> own = stackalloc long[32 + (seed % 16)];
        for (int i = 0; i < own.Length; i++)
            own[i] = around[i % around.Length] + seed;
        return own[seed % own.Length] + (long)Kernel.Mix(seed);
    }

    private static double Sum<T>(T[] shapes, int scale)
        where T : IShape
    {
        double sum = 0;
        foreach (T shape in shapes)
            sum += shape.Area(scale);
        return sum;
    }

    private static void Throwing(int depth)
    {
        try
        {
            if (depth == 0)
                throw new InvalidOperationException("expected");
            Throwing(depth - 1);
        }
        finally
        {
            Kernel.Mix(depth);
        }
    }

    private static async Task<double> SumAsync(int depth)
    {
        if (depth % 2 == 0)
            await Task.Yield();
        return depth == 0 ? Kernel.Mix(1) : await SumAsync(depth - 1) + Kernel.Mix(depth);
    }
}

internal sealed record Order(string Name, int Amount, int[] Lines);

internal static class Program
{
    private static void Main(string[] arguments)
    {
        if (arguments is ["blocking"])
            Blocking.Start();
        Action[] runs = arguments.Length > 0 ? [] :
        [
            Small.Run, Replaced.Run, Work.Json, Work.Exceptions, Work.Generics, Work.Queries, Work.Dynamic, Work.Suspended, Work.Locals, Work.Waits, Work.Sorts,
        ];
        foreach (Action run in runs)
            new Thread(() => run()) { IsBackground = true, Name = run.Method.Name == "Run" ? run.Method.DeclaringType!.Name : run.Method.Name }.Start();
        Console.Out.WriteLine("ready {}");
        while (Console.In.ReadLine() is not null)
        {
        }
    }
}
