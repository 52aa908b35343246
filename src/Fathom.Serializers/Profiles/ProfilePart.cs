namespace Fathom.Serializers.Profiles;

/// <summary>What the time of an operation is spent for.</summary>
public enum ProfilePart
{
    /// <summary>The serializer's own work, and what it has done for it: conversions, allocation, reflection. All that is none of the others.</summary>
    Serializer,

    /// <summary>Copying and clearing memory.</summary>
    Copy,

    /// <summary>Reading the result leaf by leaf, and the loop around the operations.</summary>
    Suite,

    /// <summary>
    /// The serializer's own work or a copy that it asked for: the thread stopped behind a copy of references, which is a place where threads stop, and may have been
    /// on the way there for a while.
    /// </summary>
    SerializerOrCopy,

    /// <summary>No method of the thread could be named.</summary>
    Unknown,

    /// <summary>The program stood still for a garbage collection.</summary>
    Gc,

    /// <summary>The thread compiled methods.</summary>
    Jit,

    /// <summary>The program stood still for a sample of the stacks: what measuring costs.</summary>
    Sampling,
}
