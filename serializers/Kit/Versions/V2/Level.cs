namespace Fathom.Serializers.Kit.Versions.V2;

/// <summary>Levels with one more at the end.</summary>
public enum Level
{
    /// <summary>Low.</summary>
    Low,

    /// <summary>High.</summary>
    High,

    /// <summary>Extreme.</summary>
    Extreme,
}
