namespace Fathom.Serializers.Kit.Checking;

/// <summary>What happened to a value.</summary>
public enum DifferenceKind
{
    /// <summary>It is missing: null or a default where there was something.</summary>
    Lost,

    /// <summary>It is there, but another.</summary>
    Changed,
}
