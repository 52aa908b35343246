namespace Fathom.Query.Stacks;

/// <summary>A lock that a thread owns, or something that it waits for.</summary>
/// <param name="ThreadId">Number of the thread in the recording.</param>
/// <param name="Owns">Whether it owns it; otherwise it waits.</param>
/// <param name="Kind">One of <see cref="Model.Threads.LockKinds"/>.</param>
/// <param name="Address">The object; 0 where it is not known.</param>
/// <param name="Type">Its type, or null.</param>
/// <param name="IsTimed">Whether a wait ends by itself after a time.</param>
internal sealed record LockFacts(uint ThreadId, bool Owns, string Kind, ulong Address, string? Type, bool IsTimed)
{
    /// <summary>As results write it: kind, type and address.</summary>
    public string Label => (Type, Address) switch
    {
        (null, 0) => Kind,
        (null, _) => $"{Kind} 0x{Address:x}",
        (_, 0) => $"{Kind} {Type}",
        _ => $"{Kind} {Type} 0x{Address:x}",
    };
}
