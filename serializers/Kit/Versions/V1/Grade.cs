namespace Fathom.Serializers.Kit.Versions.V1;

/// <summary>Grades.</summary>
public enum Grade
{
    /// <summary>Low.</summary>
    Low,

    /// <summary>High.</summary>
    High,
}
