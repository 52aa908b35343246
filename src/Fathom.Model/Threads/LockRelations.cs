namespace Fathom.Model.Threads;

/// <summary>The values of <c>thread_lock.relation</c>.</summary>
public static class LockRelations
{
    /// <summary>The thread owns the lock.</summary>
    public const string Owns = "owns";

    /// <summary>The thread waits for it.</summary>
    public const string Waits = "waits";
}
