namespace Fathom.Model.Dumps;

/// <summary>How much of a process a dump holds.</summary>
public enum DumpKind
{
    /// <summary>Stacks, threads and modules.</summary>
    Mini,

    /// <summary>All that can be written to: the managed heap with all that is needed to walk it.</summary>
    Heap,

    /// <summary>As mini, without paths and other personal data.</summary>
    Triage,

    /// <summary>All mapped memory, program files included.</summary>
    Full,
}
