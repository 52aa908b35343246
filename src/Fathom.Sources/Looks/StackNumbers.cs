using Fathom.Sources.Threads.Stacks;

namespace Fathom.Sources.Looks;

/// <summary>Gives equal stacks one number. Stacks are equal when they have the same methods in the same order.</summary>
internal sealed class StackNumbers
{
    private readonly Dictionary<uint[], uint> _ids = new(new SameMethods());

    /// <summary>All stacks so far, with the methods of each, innermost first.</summary>
    public IEnumerable<(uint StackId, uint[] MethodIds)> All => _ids.Select(static entry => (entry.Value, entry.Key));

    /// <summary>The number of a stack, from 1; 0 for one without frames.</summary>
    /// <param name="native">Native functions inside of the innermost managed frame.</param>
    /// <param name="frames">Managed frames.</param>
    public uint IdOf(IReadOnlyList<KnownMethod> native, IReadOnlyList<StackEntry> frames)
    {
        if (native.Count + frames.Count == 0)
            return 0;
        uint[] methods = [.. native.Select(static method => method.MethodId), .. frames.Select(static frame => frame.Method.MethodId)];
        if (!_ids.TryGetValue(methods, out uint id))
            _ids.Add(methods, id = (uint)_ids.Count + 1);
        return id;
    }

    private sealed class SameMethods : IEqualityComparer<uint[]>
    {
        public bool Equals(uint[]? x, uint[]? y) => x.AsSpan().SequenceEqual(y);

        public int GetHashCode(uint[] methods)
        {
            HashCode hash = default;
            foreach (uint method in methods)
                hash.Add(method);
            return hash.ToHashCode();
        }
    }
}
