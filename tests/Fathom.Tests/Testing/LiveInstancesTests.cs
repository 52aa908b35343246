extern alias testing;

using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Xunit;
using testing::Fathom.Testing;

namespace Fathom.Tests.Testing;

[Collection(nameof(OwnMemory))]
public sealed class LiveInstancesTests
{
    [Fact]
    public void Live_objects_of_a_type_are_counted_and_dead_ones_are_not()
    {
        Keep(1_234);
        DropOthers(5_000);

        Assert.Equal(1_234, LiveInstances.Of<Alone>());
        Assert.Equal(1, LiveInstances.Of<Alone[]>());
        // A header and a handle of 16 bytes with room for 8; an array has its length too.
        Assert.Equal((1_234L, 1_234L * 24), Row(nameof(Alone)));
        Assert.Equal((1L, 24L + 1_234 * 8), Row($"{nameof(Alone)}[]"));
        Kept.Objects = [];
        Assert.Equal(0, LiveInstances.Of<Alone>());
    }

    [Fact]
    public void Generic_types_nested_types_and_arrays_are_told_apart()
    {
        object[] kept =
        [
            new List<Counted>(), new List<Counted>(), new Dictionary<string, Counted[]>(), new Counted[3, 4], new Nested(), new Nested.Inner<Counted>(), new Counted[2][],
        ];
        LiveInstances live = LiveInstances.Count();

        Assert.Equal(2, live[typeof(List<Counted>)]);
        Assert.Equal(1, live[typeof(Dictionary<string, Counted[]>)]);
        Assert.Equal(1, live[typeof(Counted[,])]);
        Assert.Equal(1, live[typeof(Counted[][])]);
        Assert.Equal(1, live[typeof(Nested)]);
        Assert.Equal(1, live[typeof(Nested.Inner<Counted>)]);
        Assert.Equal(0, live[typeof(List<Nested>)]);
        GC.KeepAlive(kept);
    }

    [Fact]
    public void All_types_together_are_the_live_heap()
    {
        long before = GC.GetTotalMemory(forceFullCollection: true);
        LiveInstances live = LiveInstances.Count();
        long after = GC.GetTotalMemory(forceFullCollection: true);

        Assert.Equal(live.Types.OrderByDescending(type => type.Bytes).Select(type => type.Bytes), live.Types.Select(type => type.Bytes));
        // The count is of a moment between the two; what it returns itself lives behind it.
        Assert.InRange(live.Types.Sum(type => type.Bytes), Math.Min(before, after) * 0.95, Math.Max(before, after) * 1.05);
        Assert.True(live[typeof(string)] > 1_000);
    }

    [Fact]
    public void Of_a_type_are_those_that_derive_from_it_or_implement_it_too()
    {
        object[] kept = [new Session(), new Session(), new SecureSession(), new Store<int>(), new Store<string>(), new Shop(), new Session[3], (Handler)(static () => { }), Size.Large];
        LiveInstances live = LiveInstances.Count();

        Assert.Equal((3, 3, 1), (LiveInstances.Of<ISession>(), LiveInstances.Of<SessionBase>(), LiveInstances.Of<SecureSession>()));
        Assert.Equal((2, 1), (LiveInstances.OfExactly<Session>(), LiveInstances.OfExactly<SecureSession>()));
        Assert.Equal((3L, 2L, 0L), (live[typeof(Session)], live.Exactly(typeof(Session)), live.Exactly(typeof(Store<long>))));
        Assert.Equal((3L, 1L, 1L), (live[typeof(Store<>)], live[typeof(Store<int>)], live.Exactly(typeof(Shop))));
        Assert.Equal((3L, 3L), (live[typeof(IStore<>)], LiveInstances.Of(typeof(IStore<>))));
        // An array is one of what its elements are.
        Assert.Equal((1L, 1L), (live[typeof(ISession[])], live[typeof(Session[])]));
        Assert.Equal((1L, 1L), (live[typeof(Handler)], live[typeof(Size)]));
        Assert.Equal(live.Types.Where(type => type.Type != "Free").Sum(type => type.Count), live[typeof(object)]);
        Assert.InRange(live[typeof(Delegate)], 1, live[typeof(object)]);
        GC.KeepAlive(kept);
    }

    [Fact]
    public void Types_of_which_there_can_be_no_objects_are_refused()
    {
        (Type, string)[] none =
        [
            (typeof(Math), "static class"), (typeof(int*), "never on the heap"), (typeof(Span<int>), "never on the heap"), (typeof(void), "no values"),
            (typeof(Store<>).GetInterfaces()[0], "type parameters that are not known"),
        ];
        foreach ((Type type, string reason) in none)
            Assert.Contains(reason, Assert.Throws<ArgumentException>(() => LiveInstances.Of(type)).Message, StringComparison.Ordinal);

        Assert.Contains("it is an interface", Assert.Throws<ArgumentException>(() => LiveInstances.OfExactly<ISession>()).Message, StringComparison.Ordinal);
        Assert.Contains("it is abstract", Assert.Throws<ArgumentException>(() => LiveInstances.OfExactly<SessionBase>()).Message, StringComparison.Ordinal);
        Assert.Contains("an open generic type", Assert.Throws<ArgumentException>(() => LiveInstances.Count().Exactly(typeof(Store<>))).Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentNullException>(() => LiveInstances.Of(null!));
    }

    [Fact]
    public void Types_of_a_context_that_was_unloaded_are_no_harm()
    {
        for (int i = 0; i < 5; i++)
        {
            LiveInstances before = LoadAndUnload();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
            Assert.InRange(LiveInstances.Of<object>(), 1_000, long.MaxValue);
            Assert.InRange(before[typeof(object)], 1_000, long.MaxValue);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static LiveInstances LoadAndUnload()
    {
        AssemblyLoadContext context = new("plugin", isCollectible: true);
        object plugin = Activator.CreateInstance(context.LoadFromAssemblyPath(typeof(LiveInstancesTests).Assembly.Location).GetType(typeof(Counted).FullName!)!)!;
        LiveInstances live = LiveInstances.Count();
        Assert.Equal(1, live.Exactly(plugin.GetType()));
        context.Unload();
        return live;
    }

    private static (long Count, long Bytes) Row(string type)
    {
        InstanceCount row = LiveInstances.Count().Types.Single(t => t.Type == type);
        return (row.Count, row.Bytes);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Keep(int count)
    {
        Alone[] all = new Alone[count];
        for (int i = 0; i < count; i++)
            all[i] = new Alone();
        Kept.Objects = all;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void DropOthers(int count)
    {
        for (int i = 0; i < count; i++)
            GC.KeepAlive(new Alone());
    }

    // Of no other test: a List of it would keep an empty array of its own.
    private sealed class Alone;

    private interface ISession;

    private interface IStore<T>;

    private abstract class SessionBase : ISession;

    private class Session : SessionBase;

    private sealed class SecureSession : Session;

    private class Store<T> : IStore<T>;

    private sealed class Shop : Store<decimal>;

    private delegate void Handler();

    private enum Size
    {
        Large = 3,
    }

    private sealed class Nested
    {
        public sealed class Inner<T>
        {
            public T? Value { get; init; }
        }
    }
}
