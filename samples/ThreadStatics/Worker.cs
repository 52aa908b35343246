using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace ThreadStatics;

/// <summary>A thread that holds objects by its thread statics only.</summary>
internal static class Worker
{
    private const int Each = 40;

    private static Type? s_unloadable;

    [ThreadStatic]
    private static object? t_plain;

    [ThreadStatic]
    private static Holder t_struct;

    /// <summary>Starts one that waits.</summary>
    public static Thread Start(Counts counts, ManualResetEventSlim end)
    {
        using ManualResetEventSlim ready = new();
        Thread thread = new(() =>
        {
            Fill(counts);
            ready.Set();
            end.Wait();
            GC.KeepAlive(t_plain);
            GC.KeepAlive(t_struct);
        });
        thread.Start();
        ready.Wait();
        return thread;
    }

    /// <summary>Runs one that ends, and leaves what it held behind.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Apart()
    {
        Thread thread = new(static () => Store<List<string>>.Items = new object[Each]);
        thread.Start();
        thread.Join();
    }

    // In a method that has ended, so that nothing of it is left on the stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Fill(Counts counts)
    {
        t_plain = counts.Held<HeldByPlain>(Each);
        t_struct = new Holder { Number = 1, Items = counts.Held<HeldByStruct>(Each + 1) };
        Store<int>.Items = counts.Held<HeldByGenericOfNumber>(Each + 2);
        Store<string>.Items = counts.Held<HeldByGenericOfText>(Each + 3);
        Store<Guid>.Pair = (1, counts.Held<HeldByGenericPair>(Each + 4));
        Store<Store<int>.Inner>.Items = counts.Held<HeldByGenericOfGeneric>(Each + 5);
        Unloadable().GetField("Items")!.SetValue(null, counts.Held<HeldByUnloadable>(Each + 6));
    }

    // The type is held, so that its thread statics are.
    private static Type Unloadable()
    {
        if (s_unloadable is null)
        {
            TypeBuilder builder = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("ThreadStatics.Dynamic"), AssemblyBuilderAccess.RunAndCollect)
                .DefineDynamicModule("ThreadStatics.Dynamic")
                .DefineType("ThreadStatics.Dynamic.Thing", TypeAttributes.Public);
            builder.DefineField("Items", typeof(object), FieldAttributes.Public | FieldAttributes.Static)
                .SetCustomAttribute(new CustomAttributeBuilder(typeof(ThreadStaticAttribute).GetConstructor([])!, []));
            s_unloadable = builder.CreateType();
        }

        return s_unloadable;
    }
}
