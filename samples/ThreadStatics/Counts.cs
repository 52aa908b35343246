using System.Text;

namespace ThreadStatics;

/// <summary>How many objects of each type are held, and how many are dead.</summary>
internal sealed class Counts
{
    private readonly SortedDictionary<string, int> _held = new(StringComparer.Ordinal);
    private readonly SortedDictionary<string, int> _dead = new(StringComparer.Ordinal);

    /// <summary>Makes objects that will be held.</summary>
    public object Held<T>(int count)
        where T : class, new()
    {
        Note(_held, typeof(T), count);
        return Make<T>(count);
    }

    /// <summary>Makes objects that nothing will hold.</summary>
    public object Dead<T>(int count)
        where T : class, new()
    {
        Note(_dead, typeof(T), count);
        return Make<T>(count);
    }

    public string ToJson() => $"{{\"pid\":{Environment.ProcessId},\"version\":\"{Environment.Version}\",\"held\":{Text(_held)},\"dead\":{Text(_dead)}}}";

    private static T[] Make<T>(int count)
        where T : class, new()
    {
        T[] items = new T[count];
        for (int i = 0; i < count; i++)
            items[i] = new T();
        return items;
    }

    private static void Note(SortedDictionary<string, int> counts, Type type, int count)
    {
        lock (counts)
            counts[type.FullName!] = counts.GetValueOrDefault(type.FullName!) + count;
    }

    private static string Text(SortedDictionary<string, int> counts)
    {
        StringBuilder text = new();
        foreach ((string type, int count) in counts)
            text.Append(text.Length == 0 ? "{" : ",").Append($"\"{type}\":{count}");
        return text.Append('}').ToString();
    }
}
