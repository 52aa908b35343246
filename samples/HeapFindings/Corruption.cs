using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace HeapFindings;

/// <summary>A key whose comparison takes as long as it is told to, so that a thread can be met inside of a lookup.</summary>
internal sealed class SlowKey(int hash)
{
    public static ManualResetEvent Entered { get; } = new(false);

    public static ManualResetEvent Release { get; } = new(false);

    public override int GetHashCode() => hash;

    public override bool Equals(object? obj)
    {
        Entered.Set();
        Release.WaitOne();
        return false;
    }
}

/// <summary>Hash tables as unguarded use by several threads leaves them, made by writing their links.</summary>
internal static class Corruption
{
    private const int Count = 200;
    private const int Broken = 120;

    public static void CycleInDictionary(Manifest manifest)
    {
        Dictionary<int, string> table = manifest.Hold(new Dictionary<int, string>());
        for (int i = 0; i < Count; i++)
            table.Add(i, "value");
        SetLink(table, "next", Broken, Broken);
        manifest.Facts["elements"] = Count;
        manifest.Facts["entry"] = Broken;
    }

    public static void CycleInSet(Manifest manifest)
    {
        HashSet<string> set = manifest.Hold(new HashSet<string>());
        for (int i = 0; i < Count; i++)
            set.Add($"element {i}");
        SetLink(set, "Next", Broken, Broken);
        manifest.Facts["set_elements"] = Count;
    }

    public static void LinkOutOfRange(Manifest manifest)
    {
        Dictionary<long, long> table = manifest.Hold(new Dictionary<long, long>());
        for (int i = 0; i < Count; i++)
            table.Add(i, i);
        SetLink(table, "next", Broken, 100_000);
    }

    public static void ThreadInside(Manifest manifest)
    {
        Dictionary<SlowKey, string> table = manifest.Hold(new Dictionary<SlowKey, string>());
        for (int i = 0; i < Count; i++)
            table.Add(new SlowKey(i), "value");
        SetLink(table, "next", Broken, Broken);
        new Thread(() => Look(table)) { IsBackground = true, Name = "looker" }.Start();
        SlowKey.Entered.WaitOne();
    }

    private static void Look(Dictionary<SlowKey, string> table) => table.TryGetValue(new SlowKey(Broken), out _);

    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The sample is not trimmed.")]
    private static void SetLink(object table, string field, int entry, int link)
    {
        const BindingFlags inside = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
        Array entries = (Array)table.GetType().GetField("_entries", inside)!.GetValue(table)!;
        object boxed = entries.GetValue(entry)!;
        boxed.GetType().GetField(field, inside)!.SetValue(boxed, link);
        entries.SetValue(boxed, entry);
    }
}
