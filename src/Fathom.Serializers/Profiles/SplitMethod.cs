using Fathom.Model.Profiles;

namespace Fathom.Serializers.Profiles;

/// <summary>A method in the samples of an operation.</summary>
/// <param name="Part">The part that its samples count for.</param>
/// <param name="Method">The method.</param>
public sealed record SplitMethod(ProfilePart Part, TracedMethod Method)
{
    /// <summary>Samples in which it was the innermost.</summary>
    public long SelfSamples { get; internal set; }

    /// <summary>Samples in which it, or what it called, was the innermost.</summary>
    public long TotalSamples { get; internal set; }
}
