using System.Text.Json;

namespace Retention;

/// <summary>What is true of the heap of this program, computed from the layout of objects.</summary>
internal static class Manifest
{
    // Header and method table; nothing is smaller than one field more.
    private const long Head = 16;

    public static string Json(int sessions, int sessionBytes)
    {
        long entry = WithData(1, Shop.EntryBytes), payload = WithData(1, Shop.NodeBytes), session = WithData(1, sessionBytes), shared = WithData(1, Shop.SharedBytes);
        long cache = Fields(1) + References(Shop.Entries) + (Shop.Entries * entry);
        object[] retained =
        [
            Retained("Retention.Cache", 1, Fields(1), cache),
            Retained("Retention.Entry[]", 1, References(Shop.Entries), cache - Fields(1)),
            Retained("Retention.Entry", Shop.Entries, Shop.Entries * Fields(1), Shop.Entries * entry),
            Retained("Retention.FirstHolder", 1, Fields(1), Fields(1)),
            Retained("Retention.SecondHolder", 1, Fields(1), Fields(1)),
            Retained("Retention.Shared", 1, Fields(1), shared),
            Retained("Retention.ChainNode", Shop.Nodes, Shop.Nodes * Fields(2), Shop.Nodes * (Fields(2) + payload)),
            Retained("Retention.Payload", Shop.Nodes, Shop.Nodes * Fields(1), Shop.Nodes * payload),
            Retained("Retention.Session[]", 1, References(sessions), References(sessions) + (sessions * session)),
            Retained("Retention.Session", sessions, sessions * Fields(1), sessions * session),
            Retained("Retention.Subscriber", Shop.Subscribers, Shop.Subscribers * Fields(2), Shop.Subscribers * WithData(2, Shop.SubscriberBytes)),
        ];
        object[] paths =
        [
            Path("Retention.Entry", Shop.Entries, "static", "Retention.Shop.s_cache", "Retention.Cache", "Retention.Entry[]", "Retention.Entry"),
            Path("Retention.Shared", 1, "static", "Retention.Shop.s_first", "Retention.FirstHolder", "Retention.Shared"),
            Path("Retention.Payload", Shop.Nodes, "static", "Retention.Shop.s_chain", "Retention.ChainNode (repeated)", "Retention.Payload"),
            Path("Retention.Session", sessions, "stack", "Hold", "Retention.Session[]", "Retention.Session"),
            Path(
                "Retention.Subscriber",
                Shop.Subscribers,
                "static",
                "Retention.Shop.s_publisher",
                "Retention.Publisher",
                "System.EventHandler",
                "System.Object[]",
                "System.EventHandler",
                "Retention.Subscriber"),
        ];
        return JsonSerializer.Serialize(new { retained, paths });
    }

    private static object Retained(string type, long count, long size_bytes, long retained_bytes) => new { type, count, size_bytes, retained_bytes };

    private static object Path(string type, long count, string root_kind, string holder, params string[] steps) => new { type, count, root_kind, holder, steps };

    private static long Fields(int count) => Head + (8 * count);

    private static long References(int length) => Head + 8 + (8L * length);

    private static long WithData(int fields, int bytes) => Fields(fields) + ((Head + 8 + bytes + 7) & ~7L);
}
