namespace Fathom.Model.Findings;

/// <summary>
/// The parts of a look at a process, each of which a limit of the pause may leave unfinished. The names stand in the scope of a loss whose reason is
/// <see cref="Unfinished"/>, <see cref="Unmatched"/> or <see cref="Collecting"/>.
/// </summary>
public static class LookParts
{
    /// <summary>The reason of a loss that is an unfinished part.</summary>
    public const string Unfinished = "not finished when the process had to run on (--max-pause)";

    /// <summary>The reason of a loss that is threads whose two numbers could not be matched.</summary>
    public const string Unmatched = "which thread they are is not known: the process runs in another PID namespace, and their numbers here were not found";

    /// <summary>The reason of a loss that is what a core does not tell in which objects are being moved.</summary>
    public const string Collecting = "the core was written in the middle of a garbage collection, when objects cannot be found";

    /// <summary>Whether the reason of a loss says that a part is not whole.</summary>
    public static bool IsReason(string? reason) => reason is Unfinished or Unmatched or Collecting;

    /// <summary>Stacks of threads, and what they wait for.</summary>
    public const string Threads = "stacks of threads";

    /// <summary>Who owns which lock.</summary>
    public const string Locks = "locks";

    /// <summary>The objects of the heap.</summary>
    public const string Objects = "objects of the heap";

    /// <summary>Which delegates are alive, and who holds them.</summary>
    public const string Events = "event targets";

    /// <summary>Which objects of those that seem to waste memory are alive.</summary>
    public const string Waste = "waste of living objects";

    /// <summary>Handles and objects with finalizers.</summary>
    public const string Tables = "handles and finalizers";

    /// <summary>Modules and their load contexts.</summary>
    public const string Modules = "modules";
}
