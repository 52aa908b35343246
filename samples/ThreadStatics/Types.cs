namespace ThreadStatics;

// One type per way to be held, so that a count of a type is a count of what is held so.

internal sealed class HeldByPlain;

internal sealed class HeldByStruct;

internal sealed class HeldByGenericOfNumber;

internal sealed class HeldByGenericOfText;

internal sealed class HeldByGenericPair;

internal sealed class HeldByGenericOfGeneric;

internal sealed class HeldByUnloadable;

internal sealed class HeldBeforeConstructorEnds;

internal sealed class HeldByException;

internal sealed class DeadOfEndedThread;

internal sealed class PassingException : Exception
{
    public object? Items { get; init; }
}

internal struct Holder
{
    public int Number;
    public object? Items;
}

internal static class Store<T>
{
    [ThreadStatic]
    public static object? Items;

    [ThreadStatic]
    public static (int Number, object? Items) Pair;

    internal sealed class Inner;
}
