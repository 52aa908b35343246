using System.Globalization;
using System.Text;

namespace LeakSuite;

/// <summary>What an action under test leaves behind in each run: 112 bytes and more, or nothing.</summary>
internal static class Cases
{
    private static readonly List<object> s_objects = [];
    private static readonly List<Entry> s_entries = [];
    private static readonly Dictionary<int, Session> s_sessions = [];
    private static readonly Dictionary<string, string> s_cache = [];
    private static readonly LinkedList<string> s_lines = [];
    private static readonly MemoryStream s_log = new();
    private static readonly Queue<byte[]> s_last = [];
    private static readonly Session s_publisher = new();
    private static int s_number;

    public static IReadOnlyDictionary<string, Action> All { get; } = new Dictionary<string, Action>
    {
        ["object"] = static () => s_objects.Add(new Session()),
        ["bytes"] = static () => s_objects.Add(new byte[88]),
        ["bytes-of-pool-size"] = static () => s_objects.Add(new byte[256]),
        ["string-async"] = static () => s_lines.AddLast(Text(++s_number)),
        ["event"] = static () => s_publisher.Closed += new Session().OnClosed,
        ["dictionary"] = static () => s_sessions.Add(++s_number, new Session()),
        ["struct"] = static () => s_entries.Add(new Entry()),
        ["stream"] = static () => s_log.Write(stackalloc byte[200]),
        ["cache"] = static () => s_cache[Text(++s_number)] = Text(s_number),
        ["each-third"] = static () => Third(),
        ["task-async"] = static () => s_objects.Add(new TaskCompletionSource<Session>(new Session()).Task),
        ["large"] = static () => s_objects.Add(new byte[100_000]),
        ["ok-garbage"] = static () => GC.KeepAlive(new byte[20_000]),
        ["ok-session-async"] = static () => new Session().OnClosed(null, EventArgs.Empty),
        ["ok-pool"] = static () => Pooled(),
        ["ok-last-ten"] = static () => LastTen(),
        ["ok-cache-of-ten"] = static () => s_cache[$"{++s_number % 10}"] = Text(s_number % 10),
        ["ok-text"] = static () => new StringBuilder().Append(CultureInfo.InvariantCulture, $"{++s_number}").ToString(),
        ["ok-finalizer"] = static () => new WithFinalizer().Touch(),
        ["ok-timer"] = static () => new Timer(static _ => { }, null, 1000, 1000).Dispose(),
    };

    private static string Text(int number) => new string('x', 40) + number.ToString(CultureInfo.InvariantCulture);

    private static void Third()
    {
        if (++s_number % 3 == 0)
            s_objects.Add(new byte[400]);
    }

    private static void Pooled()
    {
        byte[] rented = System.Buffers.ArrayPool<byte>.Shared.Rent(1 + s_number++ % 4000);
        System.Buffers.ArrayPool<byte>.Shared.Return(rented);
    }

    private static void LastTen()
    {
        s_last.Enqueue(new byte[1000]);
        if (s_last.Count > 10)
            s_last.Dequeue();
    }
}
