namespace Retention;

/// <summary>What statics hold.</summary>
internal static class Shop
{
    public const int Entries = 3_000;
    public const int EntryBytes = 1_000;
    public const int Nodes = 500;
    public const int NodeBytes = 200;
    public const int Subscribers = 200;
    public const int SubscriberBytes = 600;
    public const int SharedBytes = 100_000;

    private static readonly Cache s_cache = new() { Entries = new Entry[Entries] };
    private static readonly FirstHolder s_first = new();
    private static readonly SecondHolder s_second = new();
    private static readonly Publisher s_publisher = new();
    private static ChainNode? s_chain;

    public static void Fill()
    {
        for (int i = 0; i < Entries; i++)
            s_cache.Entries[i] = new Entry { Data = new byte[EntryBytes] };
        s_first.Shared = s_second.Shared = new Shared { Data = new byte[SharedBytes] };
        for (int i = 0; i < Nodes; i++)
            s_chain = new ChainNode { Next = s_chain, Payload = new Payload { Data = new byte[NodeBytes] } };
        for (int i = 0; i < Subscribers; i++)
            s_publisher.Changed += new Subscriber { Data = new byte[SubscriberBytes] }.OnChanged;
        s_publisher.Raise();
    }
}
