namespace Fathom.Model.Scheduling;

/// <summary>Whether the callers of a method on a stack are certain.</summary>
public enum FrameCertainty : byte
{
    /// <summary>It is not known how the stack was found.</summary>
    Unknown,

    /// <summary>Callers without frame pointer may be missing.</summary>
    Gap,

    /// <summary>They are certain.</summary>
    Exact,
}
