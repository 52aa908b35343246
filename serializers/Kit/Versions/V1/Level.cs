namespace Fathom.Serializers.Kit.Versions.V1;

/// <summary>Levels.</summary>
public enum Level
{
    /// <summary>Low.</summary>
    Low,

    /// <summary>High.</summary>
    High,
}
