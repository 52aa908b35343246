using System.Text;

namespace HeapRoots;

/// <summary>How many objects of each type are held, and by what.</summary>
internal sealed class Manifest
{
    private readonly StringBuilder _held = new();
    private readonly StringBuilder _dead = new();

    /// <summary>Notes objects that are held.</summary>
    /// <param name="type">The type.</param>
    /// <param name="count">Objects.</param>
    /// <param name="kind">The root kind that a tool should name.</param>
    /// <param name="holder">A part of what it should say of the holder, or empty.</param>
    public void Held(Type type, int count, string kind, string holder = "") =>
        _held.Append(_held.Length == 0 ? "" : ",").Append($"{{\"type\":\"{type.FullName}\",\"count\":{count},\"kind\":\"{kind}\",\"holder\":\"{holder}\"}}");

    /// <summary>Notes objects that nothing holds.</summary>
    public void Dead(Type type, int count) =>
        _dead.Append(_dead.Length == 0 ? "" : ",").Append($"{{\"type\":\"{type.FullName}\",\"count\":{count}}}");

    public string ToJson() => $"{{\"pid\":{Environment.ProcessId},\"held\":[{_held}],\"dead\":[{_dead}]}}";
}
